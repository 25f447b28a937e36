import { decidingAt } from './deciding.ts'
import { statusesByInputs } from './input-levels.ts'
import type { Limits } from './limits.ts'
import type { StatusState } from './state.ts'
import { DOWN, OFFLINE, POWERED_OFF, RUNNING, type Status } from './types.ts'

/** Decides in `state` the status of all undecided time before `at` (epoch ms), as it is seen at `at`. */
export function decideUntil(state: StatusState, at: number, limits: Limits): void {
  for (const { status, to } of undecidedStatuses(state, at, at, limits)) decide(state, status, to)
}

/**
 * Returns the status from the last decided instant up to `until` (epoch ms), as seen at `at`, without offline gaps. Pieces
 * ascend, each with its end `to`; the last one ends at `until`. Nothing is changed.
 */
export function undecidedStatuses(
  state: StatusState,
  at: number,
  until: number,
  limits: Limits,
): { status: Status; to: number }[] {
  if (state.source !== 'inputs' || state.off || state.orphaned) return [{ status: statusAt(state, at), to: until }]
  const { inputs } = decidingAt(limits.deciding, state.switchedAt)
  if (inputs === null) return [{ status: DOWN, to: until }]
  return statusesByInputs(inputs, state.channels, { from: state.openFrom, until, at })
}

/** Returns the status at `at` from a source other than inputs. Exactly T after a cycle the machine is still running. */
function statusAt(state: StatusState, at: number): Status {
  if (state.orphaned) return OFFLINE
  if (state.off) return POWERED_OFF
  if (state.source === 'status') return state.told ?? DOWN
  return state.pulseAt !== null && at - state.pulseAt <= state.pulseLimitMs ? RUNNING : DOWN
}

/**
 * Adds to `state` that the status from the last decided instant to `until` (epoch ms) is `status`, or offline while the machine
 * has no primary device. A last piece of the same status is extended. Does nothing when `until` is not after that instant.
 */
export function decide(state: StatusState, status: Status, until: number): void {
  if (state.openFrom !== null && until <= state.openFrom) return
  const decided = state.orphaned ? OFFLINE : status
  const last = state.pieces.at(-1)
  if (last?.status === decided) last.to = until
  else state.pieces.push({ status: decided, to: until })
  state.openFrom = until
}
