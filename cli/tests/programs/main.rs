//! The program `lazuli` from outside: its commands; and whole programs under `lazuli run` and `lazuli list`: what they print, how they end,
//! what they load, wherever the program and its files are.

mod support;

mod commands;
mod conformance;
mod files;
mod hostile;
mod input;
mod lists;
mod loads;
mod modules;
mod odd_modules;
mod places;
mod refusals;
mod v8;
mod vm;
