/* test_topologies.c. Which particles of a swarm inform which. */
#include "optim/pso/swarm_parts.h"
#include "tests/live.h"
#include "tests/swarm.h"

/* Drawn by hand. Two of the tori:   0 1 2      0  1  2  3
 *                                   3 4 5      4  5  6  7
 *                                              8  9 10 11 */
TEST(test_drawn)
{
    static const struct {
        const char *settings, *expected; /* N(0)/N(1)/...; without an end: the first of them */
    } rows[] = {{"topology=ring particles=6", "0 1 5/0 1 2/1 2 3/2 3 4/3 4 5/0 4 5/."},
                {"topology=ring particles=6 ring_k=2", "0 1 2 4 5/0 1 2 3 5/0 1 2 3 4/1 2 3 4 5/0 2 3 4 5/0 1 3 4 5/."},
                {"topology=ring particles=12", "0 1 11/0 1 2/1 2 3/2 3 4/3 4 5/4 5 6/5 6 7/6 7 8/7 8 9/8 9 10/9 10 11/0 10 11/."},
                {"topology=ring particles=4 ring_k=2", "0 1 2 3/0 1 2 3/0 1 2 3/0 1 2 3/."},
                {"topology=ring particles=4 ring_k=9", "0 1 2 3/0 1 2 3/0 1 2 3/0 1 2 3/."},
                {"topology=global particles=4", "0 1 2 3/0 1 2 3/0 1 2 3/0 1 2 3/."},
                {"topology=ring particles=2", "0 1/0 1/."},
                {"topology=ring particles=1", "0/."},
                {"topology=von-neumann particles=6", "0 1 2 3/0 1 2 4/0 1 2 5/0 3 4 5/1 3 4 5/2 3 4 5/."},
                {"topology=von-neumann particles=4", "0 1 2/0 1 3/0 2 3/1 2 3/."},
                {"topology=von-neumann particles=7", "0 1 6/0 1 2/1 2 3/2 3 4/3 4 5/4 5 6/0 5 6/."},
                {"topology=von-neumann particles=12", "0 1 3 4 8/0 1 2 5 9/1 2 3 6 10/0 2 3 7 11/0 4 5 7 8/1 4 5 6 9/"
                                                      "2 5 6 7 10/3 4 6 7 11/0 4 8 9 11/1 5 8 9 10/2 6 9 10 11/3 7 8 10 11/."},
                {"topology=von-neumann particles=1", "0/"},
                {"topology=von-neumann particles=2", "0 1/"},
                {"topology=von-neumann particles=16", "0 1 3 4 12/"},
                {"topology=von-neumann particles=17", "0 1 16/"},
                {"topology=von-neumann particles=36", "0 1 5 6 30/"},
                {"topology=von-neumann particles=40", "0 1 7 8 32/"},
                {"topology=von-neumann particles=4096", "0 1 63 64 4032/"}};
    for (size_t t = 0; t < LENGTH(rows); t++) {
        const char *expected = rows[t].expected;
        CLOSED(swarm_close) Pso *p = swarm("vdbergh", rows[t].settings, &box_space, 1);
        for (int i = 0; i < p->o.particles && *expected != '\0'; i++) {
            char text[400] = "";
            for (int k = pso_informant_after(p, i, -1); k >= 0; k = pso_informant_after(p, i, k))
                sprintf(text + strlen(text), text[0] != '\0' ? " %d" : "%d", k);
            strcat(text, "/");
            if (strncmp(text, expected, strlen(text)) != 0) fail_msg("%s: %d has %s", rows[t].settings, i, text);
            expected += strlen(text);
        }
        assert_true(strcmp(expected, ".") == 0 || *expected == '\0');
    }
}

static bool informs(const Pso *p, int k, int i)
{
    return pso_informant_after(p, i, k - 1) == k;
}

/* Every particle informs itself; where nothing is drawn, it is mutual, and there are as many others as the topology says. Also
 * where a row of bits is one word, exactly full, or several. */
TEST(test_neighbours_are_mutual)
{
    static const int sizes[] = {1, 2, 3, 4, 5, 6, 9, 30, 63, 64, 65, 128, 130};
    static const char *const topologies[] = {"topology=global", "topology=ring", "topology=ring ring_k=5",
                                             "topology=von-neumann"};
    for (size_t t = 0; t < LENGTH(topologies); t++)
        for (size_t n = 0; n < LENGTH(sizes); n++) {
            OWNED char *settings = text_new("%s particles=%d", topologies[t], sizes[n]);
            CLOSED(swarm_close) Pso *p = swarm("vdbergh", settings, &box_space, 1);
            for (int i = 0; i < sizes[n]; i++) {
                int others = 0;
                assert_true(informs(p, i, i));
                for (int k = 0; k < sizes[n]; k++) {
                    assert_int_equal(informs(p, k, i), informs(p, i, k));
                    others += k != i && informs(p, k, i);
                }
                assert_true(others == pso_topology(&p->o)->others(&p->o));
            }
        }
}

/* Each informs itself, and each other one with probability 1 - (1 - 1/10)^3 = 0.271: 5 standard errors; not always mutually. */
TEST(test_random_topology)
{
    enum { S = 10, DRAWS = 400, PAIRS = S * (S - 1) };
    double informed[S][S] = {{0}}, all = 0;
    int one_way = 0;
    CLOSED(swarm_close) Pso *pso = swarm("vdbergh", "topology=random particles=10", &box_space, 3);
    for (int draw = 0; draw < DRAWS; draw++) {
        pso_neighbours_make(pso);
        for (int i = 0; i < S; i++)
            for (int k = 0; k < S; k++) {
                informed[i][k] += informs(pso, k, i);
                one_way += informs(pso, k, i) != informs(pso, i, k);
            }
    }
    for (int i = 0; i < S; i++)
        for (int k = 0; k < S; k++) {
            double p = i == k ? 1 : 0.271;
            assert_near(informed[i][k] / DRAWS, p, 5 * sqrt(p * (1 - p) / DRAWS));
            if (i != k) all += informed[i][k];
        }
    assert_near(all / DRAWS / PAIRS, 0.271, 5 * sqrt(0.271 * 0.729 / DRAWS / PAIRS));
    assert_near(pso_topology(&pso->o)->others(&pso->o), 9 * 0.271, 1e-12);
    assert_true(one_way > 0);
}

/* An iteration in which particle 1 finds something of this fitness, and no other particle anything. */
static void tell_one(Pso *p, double fitness)
{
    Verdict v[4] = {{.better = false}};
    for (int i = 0; i < 4; i++) v[i].sample = swarm_sample(i == 1 ? fitness : -100);
    v[1].better = true;
    const int n = p->o.update_order == ORDER_SEQUENTIAL ? 1 : 4;
    for (int i = 0; i < 4; i += n) optimiser_pso.tell(p, v + i, n, 0);
}

/* Drawn anew only after an iteration without a new best. An personal best is not enough, nor is the same fitness again. */
TEST(test_random_topology_adapts)
{
    static const char *const orders[] = {"topology=random particles=4 random_k=2",
                                         "topology=random particles=4 update_order=sequential"};
    static const struct {
        double fitness;
        bool anew;
    } iterations[] = {{-5, true}, {-2, true}, {-1, true}, {-0.5, false}, {-0.5, true}, {-0.7, true}, {3, false}, {3.5, false}};
    for (size_t o = 0; o < LENGTH(orders); o++) {
        int changes = 0;
        CLOSED(swarm_close) Pso *p = swarm("vdbergh", orders[o], &box_space, 5);
        Verdict first[4];
        for (int i = 0; i < 4; i++) first[i] = (Verdict){.sample = swarm_sample(-1 - 3 * i), .better = true};
        uint64_t before[4];
        memcpy(before, p->informs, sizeof before);
        for (int i = 0, n = o == 1 ? 1 : 4; i < 4; i += n) optimiser_pso.tell(p, first + i, n, 0);
        assert_memory_equal(before, p->informs, sizeof before); /* everything is new in the first iteration */
        for (size_t r = 0; r < LENGTH(iterations); r++) {
            memcpy(before, p->informs, sizeof before);
            tell_one(p, iterations[r].fitness);
            bool changed = memcmp(before, p->informs, sizeof before) != 0;
            if (!iterations[r].anew) assert_false(changed);
            changes += changed;
        }
        assert_true(changes >= 4); /* of 5: the same may be drawn again */
    }
}

/* The highest mean fitness of the neighbourhood, itself included; ties to the lowest index; what is not finite is the worst. */
TEST(test_best_informant)
{
    static const double fitness[] = {1, 5, 5, -2, NAN, -3, HUGE_VAL, 1};
    static const int ring[] = {1, 1, 1, 2, 3, 5, 7, 0};
    CLOSED(swarm_close)
    Pso *p = swarm("vdbergh", "topology=ring particles=8", &box_space, 1), *all = swarm("vdbergh", "particles=8", &box_space, 1);
    for (int i = 0; i < 8; i++) {
        Sample sample = swarm_sample(fitness[i]);
        archive_put(&p->own, i, pso_row(p->x, p, i), &sample);
        archive_put(&all->own, i, pso_row(p->x, p, i), &sample);
    }
    all->leader = archive_leader(&all->own);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pso_best_informant(p, i), ring[i]);
        assert_int_equal(pso_best_informant(all, i), 1);
    }
}

/* A checkpoint in which a particle does not inform itself, or one informs that does not exist, is refused. */
TEST(test_forged_topologies_are_refused)
{
    static const struct {
        const char *settings;
        uint64_t word;
        bool good;
    } rows[] = {{"topology=random particles=4", 0xf, true},         {"topology=random particles=4", 0xe, false},
                {"topology=random particles=4", 0x1f, false},       {"topology=random particles=4", 0, false},
                {"topology=random particles=64", UINT64_MAX, true}, {"topology=random particles=65", UINT64_MAX, false}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(swarm_close) Pso *p = swarm("vdbergh", rows[i].settings, &box_space, 1);
        const int words = p->o.particles > 64 ? 2 * p->o.particles : p->o.particles;
        uint64_t informs[2 * 65];
        for (int k = 0; k < words; k++) informs[k] = rows[i].word;
        assert_int_equal(state_field(optimiser_pso.serialise, p, "informs", informs, NULL, words), rows[i].good);
    }
}

TESTS(NULL, NULL)
