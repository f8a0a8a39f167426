package squall.run;

/** Where a session has its turns from, where it sends second parts of them, and where what it recorded. */
record Ways(Schedule schedule, Deferring deferring, Lane lane) {}
