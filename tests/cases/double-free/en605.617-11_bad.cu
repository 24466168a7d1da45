/* Seen: "invalid device pointer" when an image goes out of scope.
 * Was: two objects own the same memory: the copy of an object frees it a second time.
 * https://github.com/JHU-EP-Intro2GPU/EN605.617/pull/11 */
struct Image {
    void *data;
    Image() { cudaMalloc(&data, 4096); } // site: created
    ~Image() { cudaFree(data); } // expect: double-free arg=devPtr object=device-memory // site: destroyed
};

static void show(Image image) { cudaMemset(image.data, 0, 4096); }

int main()
{
    Image image;
    show(image);
    return 0;
}
