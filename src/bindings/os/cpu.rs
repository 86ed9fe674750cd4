//! The processors, from `/proc` and `/sys`.

use std::fs::read_to_string;

use super::{Args, Return, Scope};
use crate::js;

/// The kernel counts processor time in hundredths of a second for programs, whatever its own clock does.
const MS_PER_TICK: f64 = 10.0;

/// `getCPUs()`: seven values each: model, speed, user, nice, sys, idle, irq.
pub(super) fn get_cpus(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let stat = read_to_string("/proc/stat").unwrap_or_default();
    let info = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut flat: Vec<v8::Local<'_, v8::Value>> = Vec::new();
    for (number, ticks) in stat.lines().filter_map(processor) {
        let block = info.split("\n\n").find(|block| field(block, "processor") == Some(number));
        let model = block.and_then(|block| field(block, "model name")).unwrap_or("unknown");
        flat.push(js::string(scope, model).into());
        flat.push(v8::Number::new(scope, speed(number, block)).into());
        // user, nice, system, idle, (iowait), irq
        for at in [0, 1, 2, 3, 5] {
            flat.push(v8::Number::new(scope, ticks.get(at).copied().unwrap_or(0.0) * MS_PER_TICK).into());
        }
    }
    rv.set(v8::Array::new_with_elements(scope, &flat).into());
}

/// The number of a processor and its ticks, from a line of `/proc/stat`.
fn processor(line: &str) -> Option<(&str, Vec<f64>)> {
    let (number, ticks) = line.strip_prefix("cpu")?.split_once(' ')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (number, ticks.split_whitespace().map(|tick| tick.parse().unwrap_or(0.0)).collect()))
}

fn field<'a>(block: &'a str, name: &str) -> Option<&'a str> {
    block.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

/// In megahertz.
fn speed(number: &str, block: Option<&str>) -> f64 {
    let current = read_to_string(format!("/sys/devices/system/cpu/cpu{number}/cpufreq/scaling_cur_freq")).ok();
    let kilohertz: Option<f64> = current.and_then(|text| text.trim().parse().ok());
    match kilohertz {
        Some(kilohertz) => (kilohertz / 1000.0).floor(),
        None => block.and_then(|block| field(block, "cpu MHz")?.parse::<f64>().ok()).unwrap_or(0.0).floor(),
    }
}

/// How many threads can run at once here.
pub(super) fn get_available_parallelism(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_uint32(std::thread::available_parallelism().map_or(1, |count| count.get() as u32));
}
