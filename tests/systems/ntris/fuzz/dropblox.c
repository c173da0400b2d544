/* dropblox.c. Fuzz target: any bytes as a state of Dropblox. What is accepted can be played, and its features can be read. */
#include "tests/fuzz/fuzz.h"

#include "systems/ntris/dropblox.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const NtrisRules rules = {.preview = NTRIS_PREVIEW_MAX};
    NtrisState s;
    CLOSED(errors_free) Errors errors = {0};
    const bool accepted = dropblox_read("state", (const char *)data, size, &s, &errors);
    ASSERT_SENTENCES(accepted, errors);
    if (!accepted) return 0;
    Move move[NTRIS_MOVES_MAX];
    NtrisCommand command[NTRIS_POSITIONS];
    const int n = game_ntris.moves(&rules, &s, move);
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        NtrisState after = s;
        assert(ntris_path(&s, move[i], command) >= 0);
        game_ntris.apply(&rules, &after, move[i]);
        for (int f = 0; f < NTRIS_FEATURES; f++) game_value(&game_ntris, &rules, f, &s, &after);
    }
    return 0;
}
