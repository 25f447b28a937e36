import type {
  Changed,
  ContactMessage,
  CycleMessage,
  ExcessiveMessage,
  Room,
  RunMessage,
  StatusMessage,
  TelemetryMessage,
} from '@millwatch/contract/live'
import { monotonicMs } from '../lib/clock.ts'

/** What came for one room within one debounce, each kind in order of arrival. */
export interface LiveBatch {
  status: StatusMessage[]
  cycle: CycleMessage[]
  tlm: TelemetryMessage[]
  comm: ContactMessage[]
  xsf: ExcessiveMessage[]
  run: RunMessage[]
}

/** A batch of nothing, to put messages into. */
export const emptyBatch = (): LiveBatch => ({ status: [], cycle: [], tlm: [], comm: [], xsf: [], run: [] })

export type LiveKind = keyof LiveBatch

export interface RoomListener {
  /** Messages, at most once per debounce. */
  hear: (batch: LiveBatch) => void
  /** Read again what changed; where that is not told, something may have been missed: everything of the room. */
  readAgain: (what?: Changed) => void
}

/** What comes after a pause is told at once; what follows is gathered for this long, so that a burst costs one rendering. */
const DEBOUNCE_MS = 100

const listeners = new Map<string, Set<RoomListener>>()
const waiting = new Map<string, LiveBatch>()
/** Runs from each telling on; while it does, messages are gathered. */
let gathering: ReturnType<typeof setTimeout> | undefined

export const wantedRooms = (): string[] => [...listeners.keys()]

/** Adds a listener; true when it is the first of its room, which is to be joined then. */
export function addListener(room: Room, listener: RoomListener): boolean {
  const known = listeners.get(room)
  if (known !== undefined) {
    known.add(listener)
    return false
  }
  listeners.set(room, new Set([listener]))
  return true
}

/** Removes a listener; true when nobody listens to the room any more. */
export function removeListener(room: Room, listener: RoomListener): boolean {
  const known = listeners.get(room)
  known?.delete(listener)
  return known?.size === 0 && listeners.delete(room)
}

export function readRoomAgain(room: string, what?: Changed): void {
  for (const listener of listeners.get(room) ?? []) listener.readAgain(what)
}

export function readAllAgain(): void {
  for (const room of wantedRooms()) readRoomAgain(room)
}

export function gather<K extends LiveKind>(kind: K, message: LiveBatch[K][number] & { room: Room }): void {
  const batch = waiting.get(message.room) ?? emptyBatch()
  waiting.set(message.room, batch)
  const messages: LiveBatch[K][number][] = batch[kind]
  messages.push(message)
  if (gathering === undefined) tellAll()
}

interface Heard {
  readonly at: number
  readonly room: string
  readonly batch: LiveBatch
}

/** Longer than any answer is on its way. */
const REMEMBERED_MS = 60_000
let recent: Heard[] = []

/**
 * An answer may have been read before a message that came while it was on its way, and would take the message back.
 * So what was heard since the question, in order, is put on top of the answer.
 */
export function withHeardSince<T>(answer: T, room: Room, asked: number, patch: (known: T, batch: LiveBatch) => T): T {
  return recent
    .filter((heard) => heard.room === room && heard.at >= asked)
    .reduce((known, heard) => patch(known, heard.batch), answer)
}

function remember(room: string, batch: LiveBatch): void {
  const at = monotonicMs()
  recent = recent.filter((heard) => heard.at > at - REMEMBERED_MS)
  recent.push({ at, room, batch })
}

function tellAll(): void {
  gathering = setTimeout(() => {
    gathering = undefined
    if (waiting.size > 0) tellAll()
  }, DEBOUNCE_MS)
  const batches = [...waiting]
  waiting.clear()
  for (const [room, batch] of batches) {
    remember(room, batch)
    for (const listener of listeners.get(room) ?? []) listener.hear(batch)
  }
}
