/** Button that leads from a step of the sign-in back to its first. */
export const BackToLogin = ({ onBack }: { onBack: () => void }) => (
  <button type="button" className="link-button entrance-link" onClick={onBack}>
    {'<- Back to login'}
  </button>
)
