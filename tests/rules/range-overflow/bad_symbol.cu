__device__ int symbol[10];

int main()
{
    int host[11] = { 0 };
    cudaMemcpyToSymbol(symbol, host, sizeof host); // expect: range-overflow arg=count api=cudaMemcpyToSymbol result=1 says=declare_the_variable
    return 0;
}
