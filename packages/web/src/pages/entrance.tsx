import './entrance.css'
import { BrandMark } from '../ui/brand-mark.tsx'

/** Properties of a page before the sign-in. */
export interface EntrancePageProps {
  /** Opens another page in place of this one. */
  onOpen: (path: string) => Promise<void>
  /** Starts to load the code of the pages after the sign-in. */
  prepare: () => void
}

interface EntranceProps {
  /** Title of the page; without it the product name is the heading. */
  title?: string
  /** Error message. */
  error?: string | undefined
  /** Confirmation or information. */
  message?: string | undefined
  wide?: boolean
  children: React.ReactNode
}

/**
 * Layout of the pages before a person is signed in: product name, title, messages and content. An error is read out at once by
 * screen readers.
 */
export function Entrance({ title, error, message, wide = false, children }: EntranceProps) {
  const Brand = title === undefined ? 'h1' : 'p'
  return (
    <main className={`entrance${wide ? ' entrance-wide' : ''}`}>
      <div className="entrance-card">
        <Brand className="line entrance-brand">
          <BrandMark size={20} />
          Millwatch
        </Brand>
        {title !== undefined && <h1 className="title-large entrance-title">{title}</h1>}
        <p className="medium entrance-told" role="status">
          {message}
        </p>
        <p className="alert entrance-error" role="alert">
          {error}
        </p>
        {children}
      </div>
    </main>
  )
}
