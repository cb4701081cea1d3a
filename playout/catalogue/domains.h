// The list of domains. A new one is one line here; its make_NAME_domain() is in a .cpp of this folder.
#pragma once

// clang-format off
#define PLAYOUT_DOMAINS(DOMAIN) \
    DOMAIN(samegame) \
    DOMAIN(clickomania) \
    DOMAIN(bubble_breaker) \
    DOMAIN(knapsack) \
    DOMAIN(snake) \
    DOMAIN(coil) \
    DOMAIN(partition) \
    DOMAIN(gdl) \
    /* the end */
// clang-format on
