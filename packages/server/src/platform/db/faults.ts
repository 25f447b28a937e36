import { AppError, StorageFull, Unavailable } from '../errors.ts'

/** Socket errors that mean: no connection, or no longer. */
const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
  // A unix socket whose queue is full, as just after a start, and one that was given up.
  'EAGAIN',
  'ECONNABORTED',
  'ENOBUFS',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_SOCKET_CLOSED',
])

/** This process is out of file handles; others may be free soon. */
const outOfHandles = new Set(['EMFILE', 'ENFILE'])

/** Texts of `pg` that bear no code. */
const lostConnectionText =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Cannot use a pool after calling end|Query read timeout|^Received unexpected .* message from backend/

/**
 * Conditions of the server (SQLSTATE) that pass by themselves: 08 connection, 53 out of resources, 57P0x going down or
 * coming up, 57014 cancelled by its timeout, 25P03 idle in transaction for too long, 55P03 lock not to be had,
 * 40 rolled back for the sake of another, 58030 disk error, 58P01 a file of the server that went with a crash (a segment
 * of shared memory), 25P02 a statement after one that failed.
 */
const passingState = /^(08|53|40|57P0|57014|25P02|25P03|25P04|55P03|58030|58P01)/

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Whether the same request may succeed when made again: nothing was wrong with the request itself. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isTransient)
  const code = codeOf(error)
  return (
    lostConnection.has(code) ||
    outOfHandles.has(code) ||
    passingState.test(code) ||
    lostConnectionText.test(error.message)
  )
}

/** Whether it is the connection that failed, so that it must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  const code = codeOf(error)
  return lostConnection.has(code) || /^(08|57P0|25P03|25P04)/.test(code) || lostConnectionText.test(error.message)
}

/** Returns true when no partition holds a row that was to be stored: a check violation that names no constraint. */
export function isNoPartition(error: unknown): boolean {
  return (
    codeOf(error) === '23514' && error instanceof Error && !('constraint' in error && error.constraint !== undefined)
  )
}

/** Whether it says only that an earlier statement of its transaction failed. */
export function isAfterFailure(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** SQLSTATE `disk_full`. */
const DISK_FULL = '53100'

/** Whether the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL
}

/** What passes by itself becomes a 503 with its cause: `storage_full` or `unavailable`; everything else stays what it is. */
export function toAppError(error: unknown): unknown {
  if (isDiskFull(error)) return new StorageFull(error)
  return !(error instanceof AppError) && isTransient(error) ? new Unavailable(error) : error
}
