import './mail.css'
import type { Answer } from '@millwatch/contract/endpoint'
import type { listMails } from '@millwatch/contract/http/notices'
import { dateAndMinute } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { linkedParts } from './linked.ts'

type Mail = Answer<typeof listMails>['mails'][number]

interface MailListProps {
  mails: readonly Mail[]
  /** Id of the mail that is shown; undefined or unknown: the first one is shown. */
  opened: string | undefined
  onOpen: (id: string) => void
}

/** List of mails and text messages, with the text of the opened one beside it; without an opened one, that of the first. */
export function MailList({ mails, opened, onOpen }: MailListProps) {
  const read = mails.find((mail) => mail.id === opened) ?? mails[0]
  return (
    <div className="stack wide mails">
      <ul className="stack flush scroll mail-list" aria-label="Messages">
        {mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} isRead={mail === read} onOpen={() => onOpen(mail.id)} />
        ))}
      </ul>
      {read !== undefined && <MailText mail={read} />}
    </div>
  )
}

function MailItem({ mail, isRead, onOpen }: { mail: Mail; isRead: boolean; onOpen: () => void }) {
  const zone = useZone()
  return (
    <li>
      <button type="button" className="item callout mail-item" aria-current={isRead || undefined} onClick={onOpen}>
        <b className="cut value">{mail.subject}</b>
        <span className="cut note">
          {mail.channel === 'sms' && 'To phone '}
          {mail.recipient}
        </span>
        <span className="cut note">{dateAndMinute(Date.parse(mail.created_at), zone)}</span>
      </button>
    </li>
  )
}

const stateOf = (mail: Mail): string =>
  mail.failed_at !== null ? 'Given up' : mail.sent_at !== null ? 'Caught, not sent' : 'Waiting'

function MailText({ mail }: { mail: Mail }) {
  const zone = useZone()
  return (
    <article className="well stack snug callout mail" aria-label={mail.subject}>
      <h3 className="title any-break">{mail.subject}</h3>
      <p className="second any-break">
        To {mail.recipient} · {dateAndMinute(Date.parse(mail.created_at), zone)} · {stateOf(mail)}
      </p>
      {mail.body === null ? (
        <p className="second any-break">The text of this mail is no longer kept.</p>
      ) : (
        <div className="any-break mail-body">
          {linkedParts(mail.body, location.origin).map((part) =>
            part.href === undefined ? (
              part.text
            ) : (
              <a key={part.at} href={part.href}>
                {part.text}
              </a>
            ),
          )}
        </div>
      )}
    </article>
  )
}
