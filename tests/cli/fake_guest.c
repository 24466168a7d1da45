/* Stands in for the libraries of lib/inquest, and for a driver, in tests of the launcher: it can be loaded and finds no device. */
int iq_fake_guest;
int iq_fake_guest = 1;

int cuInit(unsigned flags);
__attribute__((visibility("default"))) int cuInit(unsigned flags) { return (int)flags + 100; }
