import { Toasts } from '../ui/toasts.tsx'
import { Confirmation } from '../ui/use-confirm.tsx'

/** Adds to a page the messages and confirmations that any of its parts may show. */
export const Overlays = ({ children }: { children: React.ReactNode }) => (
  <>
    {children}
    <Confirmation />
    <Toasts />
  </>
)
