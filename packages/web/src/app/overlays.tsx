import { Toasts } from '../ui/toasts.tsx'
import { Confirmation } from '../ui/use-confirm.tsx'

/** Content of a page, followed by the confirmation dialog and the messages (toasts), which it has once for all pages. */
export const Overlays = ({ children }: { children: React.ReactNode }) => (
  <>
    {children}
    <Confirmation />
    <Toasts />
  </>
)
