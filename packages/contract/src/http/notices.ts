import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, Success } from '../shapes/common.ts'

const InstantOrNull = Type.Union([Instant, Type.Null()])

/** Lists the mails that a demo keeps instead of sending them. Outside a demo it answers 404. */
export const listMails = endpoint('GET', '/v0/mail', 'mail', {
  operation: 'mail.read',
  policy: { least: 'superuser', scope: 'company', rate: 'read', listable: false },
  summary: 'What the demo would have mailed to people of this company, newest first, at most 200',
  shapes: {
    answer: Type.Object({
      status: Success,
      mails: Type.Array(
        Type.Object({
          id: Id,
          recipient: Type.String(),
          subject: Type.String(),
          body: Type.Union([Type.String(), Type.Null()]),
          created_at: Instant,
          sent_at: InstantOrNull,
          failed_at: InstantOrNull,
        }),
      ),
    }),
  },
})
