import './entrance.css'
import { BrandMark } from '../ui/brand-mark.tsx'

interface EntranceProps {
  /** What this is about, where it is not the sign-in. */
  title?: string
  /** What went wrong. */
  error?: string | undefined
  /** What went well, or is to be known. */
  told?: string | undefined
  wide?: boolean
  children: React.ReactNode
}

/** The frame of all pages one meets before one is in: the name of the product, what is to be said, a form. */
export function Entrance({ title, error, told, wide = false, children }: EntranceProps) {
  const Brand = title === undefined ? 'h1' : 'p'
  return (
    <main className={`entrance${wide ? ' entrance-wide' : ''}`}>
      <div className="entrance-card">
        <Brand className="entrance-brand">
          <BrandMark size={20} />
          Millwatch
        </Brand>
        {title !== undefined && <h1 className="entrance-title">{title}</h1>}
        <p className="entrance-told" role="status">
          {told}
        </p>
        <p className="entrance-error" role="alert">
          {error}
        </p>
        {children}
      </div>
    </main>
  )
}
