import { type ErrorCode, errors } from '@millwatch/contract/errors'

type CodeWithStatus<Status extends number> = {
  [Code in ErrorCode]: (typeof errors)[Code]['status'] extends Status ? Code : never
}[ErrorCode]

export interface ErrorDetails {
  /** Underlying error, for the log; never sent to the caller. */
  cause?: unknown
  /** Place of the error in the request; part of the answer's text. */
  path?: string
  /** Seconds until a retry makes sense, for 429 and 503. */
  retryAfterS?: number
}

/**
 * Error whose code and text the caller of the API may see. The contract has a closed list of codes, each with an HTTP status and
 * a text.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly path: string | undefined
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(errors[code].text, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.code = code
    this.status = errors[code].status
    this.path = details.path
    this.retryAfterS = details.retryAfterS
  }
}

/** Error with status 400: the request is invalid. `path` names the place in the request and is part of the text. */
export class Invalid extends AppError {
  constructor(path?: string, code: CodeWithStatus<400> = 'invalid_request') {
    super(code, path === undefined ? {} : { path })
  }
}

/** Error with status 401: nobody is signed in, or the token, key, password or code is wrong. */
export class Unauthorized extends AppError {
  constructor(code: CodeWithStatus<401> = 'unauthorized', details?: ErrorDetails) {
    super(code, details)
  }
}

/** Error with status 403: the caller may not perform the operation, or not from a page of another site. */
export class Forbidden extends AppError {
  constructor(code: CodeWithStatus<403> = 'forbidden', details?: ErrorDetails) {
    super(code, details)
  }
}

/**
 * Error with status 404: the object does not exist, or the caller may not see it, for example because it belongs to another
 * company. Both cases give the same answer.
 */
export class NotFound extends AppError {
  constructor(code: CodeWithStatus<404> = 'not_found', details?: ErrorDetails) {
    super(code, details)
  }
}

/** Error with status 409: the request conflicts with the present state; `code` names the conflict. */
export class Conflict extends AppError {
  constructor(code: CodeWithStatus<409>, details?: ErrorDetails) {
    super(code, details)
  }
}

/** Error with status 413: the answer would be too large. `path` names what is too much of it and is part of the text. */
export class TooLarge extends AppError {
  constructor(path: string) {
    super('question_too_large', { path })
  }
}

/** Error with status 429: the caller sends too many requests, and may try again after `retryAfterS` seconds. */
export class TooMany extends AppError {
  constructor(code: CodeWithStatus<429>, retryAfterS: number) {
    super(code, { retryAfterS })
  }
}

/**
 * Error with status 503: the server cannot serve the request now, for example because the database is away or too busy, or the
 * server is starting. The same request may succeed after `retryAfterS` seconds (default: 1).
 */
export class Unavailable extends AppError {
  constructor(cause?: unknown, code: CodeWithStatus<503> = 'unavailable', retryAfterS = 1) {
    super(code, { cause, retryAfterS })
  }
}

const DISK_RETRY_AFTER_S = 15

/**
 * Error with status 503: the disk of the database is full, or only its reserve is left. Somebody must make room; the caller may
 * retry after 15 s.
 */
export class StorageFull extends Unavailable {
  constructor(cause?: unknown) {
    super(cause, 'storage_full', DISK_RETRY_AFTER_S)
  }
}
