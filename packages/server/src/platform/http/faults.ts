import { type ErrorCode, errors } from '@millwatch/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTransient, toAppError } from '../db/faults.ts'
import { AppError, Invalid } from '../errors.ts'

export interface FailureBody {
  status: 'error'
  error: string
  code: ErrorCode
  request_id: string
}

/**
 * Returns the body of an error answer: status, text and code of the error, and the id of the request. With a `path`, the text
 * ends with it.
 */
export function failureBody(code: ErrorCode, requestId: string, path?: string): FailureBody {
  const text = errors[code].text
  return { status: 'error', error: path ? `${text}: ${path}` : text, code, request_id: requestId }
}

/** Codes of our closed list of errors by the error code of Fastify. */
const byFrameworkCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
}

interface FrameworkError extends Error {
  code?: string
  statusCode?: number
  validation?: { instancePath: string; message?: string }[]
  validationContext?: string
}

function pathOf(error: FrameworkError): string | undefined {
  const first = error.validation?.[0]
  if (!first) return undefined
  return `${error.validationContext ?? 'request'}${first.instancePath} ${first.message ?? 'is not valid'}`
}

/**
 * Returns an error as one of the closed list. Null for an unexpected error, which gets status 500 and whose text no caller may
 * see.
 */
function toKnownError(thrown: unknown, request: FastifyRequest): AppError | null {
  // The sender disconnected, not the database; nobody receives the answer.
  if (request.raw.errored && isTransient(thrown)) return new Invalid()
  const error = toAppError(thrown)
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const framework: FrameworkError = error
  if (framework.validation) return new Invalid(pathOf(framework))
  const code = byFrameworkCode[framework.code ?? '']
  if (code) return new AppError(code)
  const status = framework.statusCode ?? 500
  if (status === 413) return new AppError('payload_too_large')
  if (status === 415) return new AppError('unsupported_media_type')
  if (status === 429) return new AppError('too_many_requests')
  return status >= 400 && status < 500 ? new AppError('invalid_request') : null
}

/**
 * Answers a request with an error in the one shape of errors, and with `retry-after` (whole seconds, at least 1) if the error has
 * it. An unexpected error is logged and answered with 500 and no details; a known one of status 5xx is logged if it has a cause.
 */
export function answerFault(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = toKnownError(thrown, request)
  if (!fault) request.log.error({ err: thrown, requestId: request.id }, 'Request failed')
  else if (fault.status >= 500 && fault.cause !== undefined)
    request.log.warn({ err: fault, requestId: request.id }, 'Request could not be served')
  if (fault?.retryAfterS !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(fault.retryAfterS))))
  return reply
    .code(fault?.status ?? 500)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failureBody(fault?.code ?? 'internal', request.id, fault?.path))
}
