/**
 * Reference model of local time: it walks minute after minute with Intl. It is slow and plain, and shares no code with the
 * tables with which it is compared. A wall time is reached at the first minute that shows it or a later one.
 */
export class MinuteWalk {
  readonly from: number
  /** Minutes of the wall clock, as a number that grows with it: 202603081430. */
  readonly shown: Float64Array

  constructor(zone: string, from: number, to: number) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    this.from = from
    this.shown = new Float64Array((to - from) / 60_000)
    for (let i = 0; i < this.shown.length; i++) {
      // A wall clock such as 03/08/2026, 14:30.
      const [month, day, year, hour, minute] = format.format(from + i * 60_000).match(/\d+/g) ?? []
      this.shown[i] = Number(`${year}${month}${day}${hour}${minute}`)
    }
  }

  /**
   * Returns the instant (epoch ms) at which the clock first shows `minute` of a date (20260308) or, when it never does, a later
   * one.
   */
  instantOf(date: number, minute: number): number {
    const wanted = date * 10_000 + Math.floor(minute / 60) * 100 + (minute % 60)
    let i = 0
    while (i < this.shown.length && (this.shown[i] as number) < wanted) i++
    if (i === this.shown.length) throw new Error(`The walk ends before ${wanted}`)
    return this.from + i * 60_000
  }

  /** Returns the date shown at the last midnight reached, which is the local day. */
  dateAt(at: number): number {
    let date = 0
    for (let i = 0; i <= (at - this.from) / 60_000; i++)
      date = Math.max(date, Math.floor((this.shown[i] as number) / 10_000))
    return date
  }
}
