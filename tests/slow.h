/* slow.h. Whether this build is a slow one: with a sanitizer, or not optimised, everything takes many times as long. Tests that
 * draw samples draw fewer of them then. So they do where TENTH is set: on an emulated processor (processors.sh). */
#ifndef SWARMTRIS_TESTS_SLOW_H
#define SWARMTRIS_TESTS_SLOW_H

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || !defined __OPTIMIZE__
#define SLOW
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOW
#endif
#endif

#include <stdlib.h>

#ifdef SLOW
enum { IS_SLOW = 1 };
#else
enum { IS_SLOW = 0 };
#endif

/* How many of n samples are drawn: a tenth where TENTH is set. */
static inline int slow_samples(int n)
{
    return getenv("TENTH") != NULL ? n / 10 : n;
}

#endif
