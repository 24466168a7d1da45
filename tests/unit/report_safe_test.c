// link: report base
#include "report/safe.h"
#include "test.h"

static const char *safe(const char *text, bool markup)
{
    static char copy[128];
    struct iq_str out;
    iq_str_init_heap(&out);
    (markup ? iq_safe_put_markup : iq_safe_put)(&out, text, strlen(text));
    snprintf(copy, sizeof copy, "%s", iq_str_text(&out));
    iq_str_finish(&out);
    return copy;
}

TEST(what_can_be_shown_stays)
{
    CHECK_STR(safe("a \"b\" <c> \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", false),
              "a \"b\" <c> \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST(controls_are_spelled_out)
{
    CHECK_STR(safe("\x1b[2J", false), "\\x1b[2J");
    CHECK_STR(safe("a\nb", false), "a\\x0ab");
    CHECK_STR(safe("\xc2\x9b", false), "\\xc2\\x9b");
    CHECK_STR(safe("\xe2\x80\xae", false), "\\xe2\\x80\\xae");
}

/* A parser of XML or JSON refuses the whole report because of one such byte. */
TEST(what_is_no_utf_8_is_spelled_out)
{
    CHECK_STR(safe("\xff", false), "\\xff");
    CHECK_STR(safe("\xc3", false), "\\xc3");
    CHECK_STR(safe("\xc3(", false), "\\xc3(");
    CHECK_STR(safe("\xed\xa0\x80", false), "\\xed\\xa0\\x80");          /* a surrogate */
    CHECK_STR(safe("\xe0\x80\xaf", false), "\\xe0\\x80\\xaf");          /* overlong */
    CHECK_STR(safe("\xf0\x80\x80\xaf", false), "\\xf0\\x80\\x80\\xaf"); /* overlong */
    CHECK_STR(safe("\xf4\x90\x80\x80", false), "\\xf4\\x90\\x80\\x80"); /* too large */
    CHECK_STR(safe("\xef\xbf\xbf", false), "\\xef\\xbf\\xbf");          /* no character */
}

TEST(markup)
{
    CHECK_STR(safe("<a b=\"c\">&\n\t", true), "&lt;a b=&quot;c&quot;&gt;&amp;\n\t");
    CHECK_STR(safe("\x1b\xed\xa0\x80", true), "\\x1b\\xed\\xa0\\x80");
}
