// The list of domains. A new one is one line here; its make_NAME_domain() is in NAME.cpp.
#pragma once

#define PLAYOUT_DOMAINS(DOMAIN) DOMAIN(knapsack)
