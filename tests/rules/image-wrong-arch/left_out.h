/* A library with two kernels, of which one has no code for today's devices. */
KERNEL(everywhere)
KERNEL(newer)

static void register_kernels(void)
{
    static const char common[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry everywhere()\n{\n ret;\n}\n";
    static const char special[] = ".version 8.8\n.target sm_121\n.address_size 64\n.visible .entry newer()\n{\n ret;\n}\n";
    void **first = test_register_ptx(common), **second = test_register_ptx_for(special, 121);
    REGISTER_KERNEL(first, everywhere);
    REGISTER_KERNEL(second, newer);
    __cudaRegisterFatBinaryEnd(first);
    __cudaRegisterFatBinaryEnd(second);
}
