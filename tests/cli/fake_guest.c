/* Stands in for the libraries of lib/inquest in tests of the launcher: it can be loaded and does nothing. */
int iq_fake_guest;
int iq_fake_guest = 1;
