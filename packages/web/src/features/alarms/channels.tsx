import { EmailIcon, TextMessageIcon } from '../../ui/icons.tsx'

interface ChannelIconsProps {
  email: boolean
  sms: boolean
}

/** Icons for email and text message, each only if its channel is true; nothing if both are false. */
export const ChannelIcons = ({ email, sms }: ChannelIconsProps) => (
  <span className="inline near">
    {email && (
      <span className="inline" title="Email">
        <EmailIcon />
        <span className="sr-only">Email</span>
      </span>
    )}
    {sms && (
      <span className="inline" title="Text message">
        <TextMessageIcon />
        <span className="sr-only">Text message</span>
      </span>
    )}
  </span>
)
