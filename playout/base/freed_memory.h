#pragma once

namespace playout {

// What was freed in pieces lies between what is still used, and the C library keeps it: this gives every page
// of it back to the system. Takes milliseconds; for when much was freed.
void give_back_pages();

}  // namespace playout
