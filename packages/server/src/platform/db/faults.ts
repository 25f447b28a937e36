import { AppError, StorageFull, Unavailable } from '../errors.ts'

/** Codes of socket errors that mean that there is no connection or that it was lost. */
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
  // A unix socket whose queue is full, as just after a start, or one that was closed.
  'EAGAIN',
  'ECONNABORTED',
  'ENOBUFS',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_SOCKET_CLOSED',
])

/** Codes of errors of a process that has no free file handle left; a retry may succeed. */
const outOfHandles = new Set(['EMFILE', 'ENFILE'])

/** Error texts of `pg` without a code. */
const lostConnectionText =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Cannot use a pool after calling end|Query read timeout|^Received unexpected .* message from backend/

/**
 * SQLSTATEs that pass by themselves: 08 connection, 53 out of resources, 57P0x shutting down or starting up, 57014
 * cancelled by its timeout, 25P03 idle in transaction for too long, 25P04 transaction took too long, 55P03 lock not
 * available, 40 rolled back for another transaction, 58030 disk error, 58P01 a file of the server lost in a crash (a
 * segment of shared memory), 25P02 a statement after a failed one.
 */
const passingState = /^(08|53|40|57P0|57014|25P02|25P03|25P04|55P03|58030|58P01)/

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/**
 * Returns true if the same request may succeed later: the connection, a timeout, a lock or resources failed, not the request
 * itself. For an aggregate error: true if one of its errors is such an error.
 */
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

/**
 * Returns true if the connection failed, was ended by the server or by a time limit, so that it must be closed and not used
 * again. For an aggregate error: true if one of its errors is such an error.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  const code = codeOf(error)
  return lostConnection.has(code) || /^(08|57P0|25P03|25P04)/.test(code) || lostConnectionText.test(error.message)
}

/** Returns true if a row could not be stored because no partition covers it. */
export function isNoPartition(error: unknown): boolean {
  return (
    codeOf(error) === '23514' && error instanceof Error && !('constraint' in error && error.constraint !== undefined)
  )
}

/** Returns true if the error only says that an earlier statement of the same transaction failed. */
export function isAfterFailure(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** SQLSTATE `disk_full`. */
const DISK_FULL = '53100'

/** Returns true if PostgreSQL reports that its disk is full. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL
}

/**
 * Converts an error that passes by itself into a 503, `storage_full` or `unavailable`, with the error as cause; returns
 * any other error unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (isDiskFull(error)) return new StorageFull(error)
  return !(error instanceof AppError) && isTransient(error) ? new Unavailable(error) : error
}
