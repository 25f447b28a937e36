import type { ChangedMessage, JobMessage, MachineMessages, MachinesMessage, Room } from '@millwatch/contract/live'
import { monotonicMs } from '../lib/clock.ts'

/** Messages of one room that are published together, by kind, each list in order of arrival. */
export type LiveBatch = { [Kind in Exclude<keyof MachineMessages, 'alarm'>]: MachineMessages[Kind][] }

/** Returns a new batch without messages. */
export const emptyBatch = (): LiveBatch => ({
  status: [],
  cycle: [],
  tlm: [],
  comm: [],
  xsf: [],
  run: [],
  shift_mgmt: [],
})

/** All kinds of messages in a batch. */
export const kinds = Object.keys(emptyBatch()) as (keyof LiveBatch)[]

export interface RoomListener {
  /** Called with the messages of the room, at most once per 100 ms. */
  onBatch: (batch: LiveBatch) => void
  /**
   * Called to read all data of the room again that was requested at or before `since` (`monotonicMs`), because messages may have
   * been missed.
   */
  readAgain: (since: number) => void
}

/**
 * Time (ms) for which messages are collected after a publication, so that a burst causes one render. A message after a pause is
 * published at once.
 */
const DEBOUNCE_MS = 100

const listeners = new Map<string, Set<RoomListener>>()
const waiting = new Map<string, LiveBatch>()
/** Timer of 100 ms that runs after each publication; while it runs, messages are collected. */
let gathering: ReturnType<typeof setTimeout> | undefined

export const wantedRooms = (): string[] => [...listeners.keys()]

/** Adds a listener to a room. Returns true when it is the first one; the caller must then join the room at the server. */
export function addListener(room: Room, listener: RoomListener): boolean {
  const existing = listeners.get(room)
  if (existing !== undefined) {
    existing.add(listener)
    return false
  }
  listeners.set(room, new Set([listener]))
  return true
}

/**
 * Removes a listener from a room. Returns true when it was the last one; the caller must then leave the room at the server.
 */
export function removeListener(room: Room, listener: RoomListener): boolean {
  const existing = listeners.get(room)
  existing?.delete(listener)
  return existing?.size === 0 && listeners.delete(room)
}

/**
 * Longest time (ms) before a join whose requests count as complete; older data is read again after each join, since its figures
 * change with time too.
 */
const OLD_MS = 10_000

/**
 * Calls `readAgain` of all listeners of a room, for data that may have missed messages. The last publication to the room was
 * `quietMs` ago, so data that was requested since then, in the last 10 s, is complete.
 */
export function readRoomAgain(room: string, quietMs: number): void {
  const since = monotonicMs() - Math.min(quietMs, OLD_MS)
  for (const listener of listeners.get(room) ?? []) listener.readAgain(since)
}

/** Calls `readAgain` of all listeners of all rooms, for all data requested until now. */
export function readAllAgain(): void {
  for (const room of wantedRooms()) readRoomAgain(room, 0)
}

/**
 * Adds messages to the batch of their room. The batch is published at once, unless a publication was less than 100 ms ago; then
 * it waits until these are over.
 */
export function gather({ room, news }: MachinesMessage): void {
  const batch = waiting.get(room) ?? emptyBatch()
  waiting.set(room, batch)
  for (const kind of kinds) add(batch, kind, news[kind])
  if (gathering === undefined) publishAll()
}

function add<Kind extends keyof LiveBatch>(
  batch: LiveBatch,
  kind: Kind,
  messages: readonly MachineMessages[Kind][] = [],
) {
  const gathered: MachineMessages[Kind][] = batch[kind]
  gathered.push(...messages)
}

type ChangeListener = (change: ChangedMessage) => void
const changeListeners = new Set<ChangeListener>()

/** Registers a listener of each change that reaches this page in any room. Returns the function that ends this. */
export function onChanged(listener: ChangeListener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

export function publishChange(change: ChangedMessage): void {
  for (const listener of changeListeners) listener(change)
}

type JobListener = (job: JobMessage) => void
const jobListeners = new Set<JobListener>()

/** Registers a listener of each beginning or end of a job whose room the page has joined. Returns the function that ends this. */
export function onJob(listener: JobListener): () => void {
  jobListeners.add(listener)
  return () => jobListeners.delete(listener)
}

export function publishJob(job: JobMessage): void {
  for (const listener of jobListeners) listener(job)
}

interface ReceivedBatch {
  readonly at: number
  readonly room: string
  readonly batch: LiveBatch
}

/** Time for which messages are kept, ms: longer than any answer takes. */
const REMEMBERED_MS = 60_000
let recent: ReceivedBatch[] = []

/**
 * Returns an answer of the server with the messages of a room applied (by `patch`, in order) that came since `requestedAt`
 * (`monotonicMs`). Without that, an answer computed before such a message would undo it. Messages are remembered for a
 * minute.
 */
export function withMessagesSince<T>(
  answer: T,
  room: Room,
  requestedAt: number,
  patch: (before: T, batch: LiveBatch) => T,
): T {
  return recent
    .filter((received) => received.room === room && received.at >= requestedAt)
    .reduce((before, received) => patch(before, received.batch), answer)
}

function remember(room: string, batch: LiveBatch): void {
  const at = monotonicMs()
  recent = recent.filter((received) => received.at > at - REMEMBERED_MS)
  recent.push({ at, room, batch })
}

function publishAll(): void {
  gathering = setTimeout(() => {
    gathering = undefined
    if (waiting.size > 0) publishAll()
  }, DEBOUNCE_MS)
  const batches = [...waiting]
  waiting.clear()
  for (const [room, batch] of batches) {
    remember(room, batch)
    for (const listener of listeners.get(room) ?? []) listener.onBatch(batch)
  }
}
