





    out[i] = a[i] + b[i];
