import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { useSendsSms } from './use-sends-sms.ts'
import { type Channels, subscribing } from './use-subscription.ts'
import { NO_PHONE, NO_SMS } from './words.ts'

interface ChannelFieldsProps {
  channels: Channels
  onChannels: (channels: Channels) => void
}

/**
 * Checkboxes for text message and email, by which the signed-in person is notified. Text message is disabled, with the reason, if
 * the person has no phone number or the installation no service for it.
 */
export function ChannelFields({ channels, onChannels }: ChannelFieldsProps) {
  const { data: user } = useQuery(userQuery)
  const sendsSms = useSendsSms()
  const lock = user?.phone === null ? NO_PHONE : sendsSms ? undefined : NO_SMS
  return (
    <>
      <span title={lock}>
        <CheckField
          value={channels.sms}
          disabled={lock !== undefined}
          aria-label={lock === undefined ? 'Text message' : `Text message (${lock})`}
          onValue={(sms) => onChannels({ ...channels, sms })}
        >
          Text message
        </CheckField>
      </span>
      <CheckField value={channels.email} aria-label="Email" onValue={(email) => onChannels({ ...channels, email })}>
        Email
      </CheckField>
    </>
  )
}

interface SubscribeFormProps {
  id: number
  name: string
  onClose: () => void
}

/**
 * Form that subscribes the person to an alarm, with a checkbox for each channel. It cannot be sent until a channel is chosen;
 * Escape closes it.
 */
export function SubscribeForm({ id, name, onClose }: SubscribeFormProps) {
  const { draft, change, form } = useForm<Channels>({
    stored: { email: false, sms: false },
    missing: ({ email, sms }) => (email || sms ? undefined : 'Choose text message or email'),
    ...subscribing(id),
    onDone: onClose,
  })
  return (
    <Form
      {...form}
      className="float over line alarm-subscribe"
      aria-label={`Subscribe to ${name}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <ChannelFields channels={draft} onChannels={change} />
      <span title={form.missing}>
        <SubmitButton>Subscribe</SubmitButton>
      </span>
      <Button plain icon aria-label="Close" onClick={onClose}>
        <CloseIcon />
      </Button>
    </Form>
  )
}
