// inquest.h is C++98, too, and may be included in many files.
#include "inquest.h"
#include "inquest.h"

int main()
{
    inquest_mark("here");
    inquest_mark_end();
    return inquest_is_here() ? int(inquest_errors()) : 100;
}
