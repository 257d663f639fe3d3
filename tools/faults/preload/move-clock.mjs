/**
 * Preload (`node --import move-clock.mjs`) under which the clock is off. `PINAKES_FAULT`: JSON of `{ offMs, after }`,
 * by how much and from which look at the clock on.
 */
const { offMs, after } = JSON.parse(process.env.PINAKES_FAULT)
const RealDate = Date
let looks = 0

function now() {
  looks++
  return RealDate.now() + (looks >= after ? offMs : 0)
}

globalThis.Date = class MovedDate extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args))
  }

  static now() {
    return now()
  }
}
