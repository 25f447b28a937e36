import { KIND } from '../modules/ingest/index.ts'
import { ANY_CHANGE, CHANGE, type DataChange } from '../modules/status/index.ts'
import type { CommittedMachine } from './compute-machine.ts'

const kindsOfEvent: Readonly<Record<number, number>> = {
  [KIND.cycle]: CHANGE.cycles | CHANGE.values | CHANGE.contact,
  [KIND.tlm]: CHANGE.values | CHANGE.contact,
  [KIND.impact]: CHANGE.impacts | CHANGE.contact,
}

/**
 * Returns the earliest and latest start (epoch ms) of the changes by a commit that alarms of the machine read, the range of the
 * temperatures of its new events, and the kinds of changed data; nulls and 0 if there is none. Events with a time in the future
 * are included in the commit that stores them, and again in the commit after their time has come.
 */
export function dataChangeOf({ before, machine, news, remarked, touched }: CommittedMachine): DataChange {
  let [changedFrom, changedTo] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let changedKinds = 0
  const add = (at: number, kinds: number, temperature: number | null = null) => {
    changedFrom = Math.min(changedFrom, at)
    changedTo = Math.max(changedTo, at)
    changedKinds |= kinds
    if (temperature === null) return
    least = Math.min(least, temperature)
    most = Math.max(most, temperature)
  }
  for (const { at, kind, temperature1 } of news.primary) add(at, kindsOfEvent[kind] ?? CHANGE.contact, temperature1)
  for (const { at, temperature1 } of news.others) add(at, CHANGE.values, temperature1)
  if (touched !== null) add(touched.from, CHANGE.status)
  if (remarked !== null) add(remarked.from, CHANGE.values)
  if (before.pendingFrom !== null && before.pendingFrom !== machine.pendingFrom) add(before.pendingFrom, ANY_CHANGE)
  if (machine.beganAt !== null && machine.beganAt !== before.beganAt)
    add(machine.beganAt, CHANGE.status | CHANGE.shifts)
  const hasChanged = changedKinds !== 0
  const hasTemperature = least <= most
  return {
    changedFrom: hasChanged ? changedFrom : null,
    changedTo: hasChanged ? changedTo : null,
    leastTemperature: hasTemperature ? least : null,
    mostTemperature: hasTemperature ? most : null,
    changedKinds,
  }
}
