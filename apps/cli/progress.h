// The live line on a terminal: time, best, speed, nodes, memory.
#pragma once

#include <string>

#include "playout/run/observer.h"

namespace playout::cli {

class LiveLine : public Observer {
  public:
    // Shows nothing when `shown` is false. The line is wiped at the end.
    explicit LiveLine(bool shown) : shown_(shown) {}
    ~LiveLine() override { wipe(); }
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    void progress(const Progress& progress) override;
    // A new run begins; `label` goes before its line ("run 2 of 5").
    void start(std::string label);
    void wipe();

  private:
    bool shown_;
    bool drawn_ = false;
    double last_drawn_ = 0;
    std::string label_;
};

}  // namespace playout::cli
