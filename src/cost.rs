//! What a builtin costs, as data: samples and sizes. How they are taken is the meter's business; this file must not know V8.

use std::time::Duration;

/// The times of one operation, each from an isolate of its own.
///
/// ```
/// use std::time::Duration;
/// use lazuli::cost::Samples;
///
/// let samples: Samples = [3, 1, 2].map(Duration::from_micros).into_iter().collect();
/// assert_eq!(samples.median(), Duration::from_micros(2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples(Vec<Duration>);

impl FromIterator<Duration> for Samples {
    fn from_iter<I: IntoIterator<Item = Duration>>(times: I) -> Self {
        let mut times: Vec<Duration> = times.into_iter().collect();
        times.sort_unstable();
        Samples(times)
    }
}

impl Samples {
    /// The middle sample, or the mean of the two middle ones. Zero without samples.
    pub fn median(&self) -> Duration {
        self.quantile(0.5)
    }

    /// The distance between the quartiles.
    pub fn spread(&self) -> Duration {
        self.quantile(0.75).saturating_sub(self.quantile(0.25))
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The samples, shortest first.
    pub fn times(&self) -> &[Duration] {
        &self.0
    }

    /// Between two samples the quantile is interpolated.
    fn quantile(&self, share: f64) -> Duration {
        let Some(last) = self.0.len().checked_sub(1) else { return Duration::ZERO };
        let place = share * last as f64;
        let (low, high) = (self.0[place.floor() as usize], self.0[place.ceil() as usize]);
        low + (high - low).mul_f64(place.fract())
    }
}

/// What one builtin costs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModuleCost {
    /// The id.
    pub id: String,
    /// Bytes of the source.
    pub source_bytes: u64,
    /// Compilation without a cache, as a load does it: inner functions are left for later.
    pub compile: Option<Samples>,
    /// Compilation from a code cache made right after a compilation like that.
    pub compile_cached: Option<Samples>,
    /// Compilation of every function.
    pub compile_eager: Option<Samples>,
    /// Evaluation in a booted runtime, without the builtins it loads. `None` if it cannot be evaluated there.
    pub evaluate: Option<Samples>,
    /// Bytes of the cache made right after compilation: the outermost function only.
    pub cache_bytes: u64,
    /// Bytes of the cache made after an eager compilation.
    pub cache_eager_bytes: u64,
    /// Bytes of the cache made after evaluation, with the functions that it called.
    pub cache_executed_bytes: Option<u64>,
    /// Why it does not compile.
    pub error: Option<String>,
}

/// How far a measurement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// Builtins measured.
    pub done: usize,
    /// Builtins to measure.
    pub total: usize,
    /// The builtin that is next.
    pub id: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(micros: &[u64], median: f64, spread: f64) {
        let samples: Samples = micros.iter().map(|time| Duration::from_micros(*time)).collect();
        assert_eq!(samples.median(), Duration::from_secs_f64(median / 1e6));
        assert_eq!(samples.spread(), Duration::from_secs_f64(spread / 1e6));
    }

    #[test]
    fn median_and_spread_are_those_of_the_sorted_samples() {
        check(&[], 0.0, 0.0);
        check(&[5], 5.0, 0.0);
        check(&[4, 1, 3, 2], 2.5, 1.5);
        check(&[100, 1, 2, 3, 4], 3.0, 2.0);
    }
}
