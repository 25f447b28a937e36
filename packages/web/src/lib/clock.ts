import { useState, useSyncExternalStore } from 'react'

/** Server time minus browser time, ms; 0 if the difference is small or not known. */
let offsetMs = 0

/** Returns the current instant by the server's clock, epoch ms; the clock of the browser may be minutes off. */
export const now = (): number => Date.now() + offsetMs

/** Returns ms since the page was opened; they only increase, even when a clock is changed. */
export const monotonicMs = (): number => performance.now()

export const toIso = (at: number): string => new Date(at).toISOString()

/** Returns the epoch ms of an ISO instant; null for null and undefined. */
export const fromIso = (iso: string | null | undefined): number | null => (iso == null ? null : Date.parse(iso))

/**
 * Difference between the clocks up to which it is ignored, ms: the `Date` header has whole seconds, and the answer took time to
 * arrive.
 */
const NOTICEABLE_MS = 2000

/**
 * Sets the difference between the server's clock and the browser's for `now`, from the `Date` header of an answer. A change of it
 * by up to 2 s, and a missing or invalid header, change nothing; a difference up to 2 s counts as 0.
 */
export function learnServerTime(dateHeader: string | null): void {
  const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (Number.isNaN(serverMs)) return
  const difference = serverMs + 500 - Date.now()
  if (Math.abs(difference - offsetMs) > NOTICEABLE_MS) offsetMs = Math.abs(difference) > NOTICEABLE_MS ? difference : 0
}

/** Functions to call at each tick of the timer that all clocks of the page share. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function tick(): void {
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 1000 - (now() % 1000))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setTimeout(tick, 1000 - (now() % 1000))
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/**
 * Returns the current instant by the server's clock (epoch ms), rounded down to a multiple of `stepMs`; the component is
 * rendered again at each step.
 */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now() / stepMs) * stepMs)
}

/** Instant (epoch ms) at which ages stop, because the present state is not known any more; undefined while they go on. */
let stoppedAt: number | undefined

/** Stops all ages that `useAgingNow` measures at an instant (epoch ms), or lets them grow again (undefined). */
export function stopAging(at: number | undefined): void {
  stoppedAt = at
  for (const listener of listeners) listener()
}

/**
 * Returns the instant (epoch ms) up to which the age of a state, such as `Down 21 m`, is measured, rounded down to a
 * multiple of `stepMs`: the current one by the server's clock, or, while the connection is lost, that of the last
 * contact. The component is rendered again at each step.
 */
export function useAgingNow(stepMs = 1000): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Math.min(now(), stoppedAt ?? Number.POSITIVE_INFINITY) / stepMs) * stepMs,
  )
}

/**
 * Returns the number of times that `stepMs` has passed since the component's first render, checked every second. Changes of a
 * clock have no effect.
 */
export function useStepsPassed(stepMs: number): number {
  const [startedAt] = useState(monotonicMs)
  return useSyncExternalStore(subscribe, () => Math.floor((monotonicMs() - startedAt) / stepMs))
}
