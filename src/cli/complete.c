/* complete.c. Answers what may stand at the cursor of a command line. */
#include "cli/complete.h"

#include "cli/named.h"
#include "cli/verb.h"
#include "cli/verb_list.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* Whether a word such as FILE.ini stands for a file or directory in the help. */
static bool is_file(const char *word)
{
    static const char *const files[] = {"DIR", "FILE", "LIST", "RUN", "TUNED", "WEIGHTS"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strncmp(word, files[i], strlen(files[i])) == 0) return true;
    return false;
}

static void offer_verbs(void)
{
    for (const Verb *const *v = verbs; *v != NULL; v++) printf("%s\t%s\n", (*v)->name, (*v)->doc);
}

static void offer_options(const Verb *verb)
{
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) printf("%s\t%s\n", row->name, row->doc);
}

/* ---- values of options ---- */

/* Offers each section.key= once, although several parts have keys of the same name. */
static void offer_keys(void)
{
    KeyTable t[KEY_TABLES_MAX];
    for (int i = 0, n = keys_all(t); i < n; i++)
        for (const Param *p = t[i].table; p->key != NULL; p++) {
            int first = 0;
            while (strcmp(t[first].section, t[i].section) != 0 || param_find(t[first].table, p->key) == NULL) first++;
            if (first == i) printf("%s.%s=\t%s\n", t[i].section, p->key, p->doc);
        }
}

/* The words that the value must be one of, NULL at the end; NULL: the value is not one of a list. */
static const char *const *words_of(const Option *row)
{
    if (row->kind == OPTION_PARAM) return row->param.choices;
    if (row->words != NULL || row->kind != OPTION_KEY) return row->words;
    CLOSED(config_free) Config c = {0};
    config_start(&c);
    const ConfigKey *key = config_find(&c, row->key, "");
    assert(key != NULL);
    const char *const *choices = key->row->choices;
    return choices;
}

/* head (bytes of it): the option itself, if its value follows in the same word: "--mode=". */
static void offer_values(const Option *row, const char *head, int bytes)
{
    const char *const *word = words_of(row);
    if (row->kind == OPTION_SET) offer_keys();
    if (is_file(row->value)) puts("/");
    for (; word != NULL && *word != NULL; word++) printf("%.*s%s\n", bytes, head, *word);
}

/* ---- the command line ---- */

/* Offers the words that the help has for an argument, as "[games|features|KEY]" or "WEIGHTS|RUN...", files where it may be one,
 * and the names of files that come with the program. */
static void offer_arguments(const Verb *verb)
{
    static const char between[] = " []|.";
    OWNED char *arguments = mem_text(verb->arguments);
    char *rest = NULL;
    Names names = {0};
    for (char *word = strtok_r(arguments, between, &rest); word != NULL; word = strtok_r(NULL, between, &rest)) {
        if (is_file(word)) puts("/");
        if (strcmp(word, "VERB") == 0) offer_verbs();
        if (islower((unsigned char)*word) && strchr(word, '=') == NULL) puts(word);
    }
    if (verb->takes != TAKES_PATHS) named_add(&names, verb->takes);
    for (int i = 0; i < names.n; i++) puts(names.name[i]);
    mem_free_texts(names.name, names.n);
}

/* The option with a value that word names, as --name or --name=value; NULL: there is none. */
static const Option *option_of(const Verb *verb, const char *word)
{
    const size_t n = strcspn(word, "=");
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++)
        if (row->value != NULL && strlen(row->name) == n && strncmp(row->name, word, n) == 0) return row;
    return NULL;
}

int complete_print(int n, char *const *word)
{
    CLOSED(errors_free) Errors unknown = {0};
    const char *last = n > 0 ? word[n - 1] : "", *value = strchr(last, '=');
    const Verb *verb = n > 1 ? verb_named(word[0], &unknown) : &verb_none;
    if (verb == NULL) return STATUS_USAGE;
    const Option *own = value != NULL ? option_of(verb, last) : NULL;
    const Option *before = n > 2 && strchr(word[n - 2], '=') == NULL ? option_of(verb, word[n - 2]) : NULL;
    if (before != NULL)
        offer_values(before, "", 0);
    else if (own != NULL)
        offer_values(own, last, (int)(value - last) + 1);
    else if (last[0] == '-')
        offer_options(verb);
    else if (n > 1)
        offer_arguments(verb);
    else
        offer_verbs(), offer_options(verb);
    return STATUS_OK;
}
