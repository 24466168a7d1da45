// link: base
/* Names as the guest writes them into lines of a trace. */
#include "base/plain_name.h"
#include "test.h"

static const char *plain(const char *name)
{
    static char text[200];
    struct iq_str out;
    iq_str_init_buffer(&out, text, sizeof text);
    iq_plain_name_put(&out, name);
    return text;
}

TEST(names_of_c_plus_plus)
{
    CHECK_STR(plain("_Z5scalePfi"), "scale");
    CHECK_STR(plain("_ZL5scalePfi"), "scale");
    CHECK_STR(plain("_ZN2ns5inner5scaleEPf"), "ns::inner::scale");
    CHECK_STR(plain("_ZN12_GLOBAL__N_15scaleEPf"), "(anonymous namespace)::scale");
    CHECK_STR(plain("_ZN45_GLOBAL__N__3ad66021_7_nine_cu_5scale_12345675scaleEPf"),
              "(anonymous namespace)::scale");
    CHECK_STR(plain("_Z5scaleB5cxx11Pf"), "scale");
    CHECK_STR(plain("_ZNSt4sortEPf"), "std::sort");
}

TEST(template_arguments)
{
    CHECK_STR(plain("_Z5scaleIfEvPT_i"), "scale<float>");
    CHECK_STR(plain("_Z5scaleIfLi128ELb1ELin4EEvPT_i"), "scale<float, 128, true, -4>");
    CHECK_STR(plain("_ZN2ns3BoxIdE5scaleI4TileEEvPT_"), "ns::Box<double>::scale<Tile>");
    CHECK_STR(plain("_Z5scaleIPfEvT_"), "scale<...>");
    CHECK_STR(plain("_Z5scaleISt6vectorIfSaIfEEA10_iNS_3BoxIT0_EELi4EEvT_"), "scale<...>");
    CHECK_STR(plain("_ZN3cub6kernelIN6thrust5tupleIiiEEE3runEv"), "cub::kernel<...>::run");
    CHECK_STR(plain("_Z5scaleIXadL_Z3fooiEEEvv"), "scale<...>");
    CHECK_STR(plain("_ZN2at3vecILi4EZNS_12_GLOBAL__N_14implIfEEvvEUlfE0_E3runEvT0_i"),
              "at::vec<...>::run");
}

TEST(names_may_be_cut_off_in_template_arguments)
{
    static const char *const names[] = {
        "_Z1aI",  "_Z1aIL",  "_Z1aILi4", "_Z1aIN1bI1c",
        "_Z1aIS", "_Z1aIA9", "_Z1aI99b", "_Z1aILi4ENS0_13BinaryFunctorIfffZNS0_67_GLOBAL__N_"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_STR(plain(names[i]), "a<...>");
}

TEST(what_is_not_understood_stays)
{
    static const char *const names[] = { "",           "main",      "_Z",        "_ZN", "_Z99a",
                                         "_ZN2nsC1Ev", "_ZN1aB99x", "__pyx_pw_", "_Z0" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_STR(plain(names[i]), names[i]);
}

TEST(names_of_other_languages)
{
    CHECK_STR(plain("_ZN6cudapy8__main__5scaleB2v1B24cw51cXTLSUwv1sDUaKthaV8_EPf"), "scale");
    CHECK_STR(plain("__pyx_pw_4copy_1upload"), "upload");
    CHECK_STR(plain("__pyx_pf_4copy_8upload_all"), "upload_all");
    CHECK_STR(plain("__pyx_pw_7package_4copy_6Buffer_3fill"), "fill");
    CHECK_STR(plain("__pyx_f_4copy_start"), "start");
    CHECK_STR(plain("__pyx_fuse_0__pyx_pw_4copy_5sum"), "sum");
}
