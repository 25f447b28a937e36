import { KIND } from '../modules/ingest/index.ts'
import { ANY_CHANGE, CHANGE, type DataChange } from '../modules/status/index.ts'
import type { CommittedMachine } from './follow.ts'

const kindsOfEvent: Readonly<Record<number, number>> = {
  [KIND.cycle]: CHANGE.cycles | CHANGE.values | CHANGE.contact,
  [KIND.tlm]: CHANGE.values | CHANGE.contact,
  [KIND.impact]: CHANGE.impacts | CHANGE.contact,
}

/**
 * Returns from when on a commit changed data of a machine that alarms read, and of which kinds. Events ahead of their time
 * are news when their time has come.
 */
export function dataChangeOf({ before, machine, news, remarked, touched }: CommittedMachine): DataChange {
  let changedFrom = Number.POSITIVE_INFINITY
  let changedKinds = 0
  const add = (from: number, kinds: number) => {
    changedFrom = Math.min(changedFrom, from)
    changedKinds |= kinds
  }
  for (const { at, kind } of news.primary) add(at, kindsOfEvent[kind] ?? CHANGE.contact)
  for (const { at } of news.others) add(at, CHANGE.values)
  if (touched !== null) add(touched.from, CHANGE.status)
  if (remarked !== null) add(remarked.from, CHANGE.values)
  if (before.pendingFrom !== null && before.pendingFrom !== machine.pendingFrom) add(before.pendingFrom, ANY_CHANGE)
  if (machine.beganAt !== null && machine.beganAt !== before.beganAt)
    add(machine.beganAt, CHANGE.status | CHANGE.shifts)
  return { changedFrom: changedKinds === 0 ? null : changedFrom, changedKinds }
}
