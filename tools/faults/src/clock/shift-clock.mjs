// Loaded into every process of the `clock` run by NODE_OPTIONS. Shifts the clock of the process that listens on a chosen port;
// monotonic clocks and timers stay as they are.
import { readFileSync } from 'node:fs'

const file = new URL(import.meta.url).searchParams.get('file')
const { port, shiftMs } = JSON.parse(readFileSync(file, 'utf8'))
if (shiftMs && process.env.PORT === String(port)) shiftClock(shiftMs)

function shiftClock(ms) {
  const RealDate = Date
  const now = () => RealDate.now() + ms
  const ShiftedDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
  RealDate.prototype.constructor = ShiftedDate
  globalThis.Date = ShiftedDate
}
