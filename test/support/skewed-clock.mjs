// Shifts the clock of a process by CLOCK_SKEW_MS; timers and the monotonic clock go on as they are. With CLOCK_JUMPS the
// clock jumps when the process gets SIGUSR2.
const { CLOCK_SKEW_MS, CLOCK_JUMPS } = process.env;
let skewMs = CLOCK_JUMPS ? 0 : Number(CLOCK_SKEW_MS);
if (CLOCK_JUMPS) process.on('SIGUSR2', () => void (skewMs = Number(CLOCK_SKEW_MS)));
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + skewMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};
