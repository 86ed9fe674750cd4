'use strict';

// The worker half of a twin with `is_main_thread`, in the same order. It runs on top of a context in which the main half has run, too,
// when a worker starts from the startup image.
//
// Switches phase, workers only; never while an image is made.

// Standard streams are ports to the parent, which `internal/main/worker_thread` connects; those of the process are not a worker's.
delete process.stdout;
delete process.stdin;
delete process.stderr;
