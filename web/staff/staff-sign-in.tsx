import { SignInForm } from '#web/ui/forms/sign-in-form.tsx'

/** The sign-in page of staff. The owner creates staff accounts, so there is no sign-up. */
export function StaffSignIn({ restaurant, title }: { restaurant: string; title: string }) {
  return (
    <section className="m-auto grid w-full max-w-sm gap-6 rounded-sheet bg-raise p-6 shadow-card sm:p-8">
      <header className="grid gap-1.5">
        <p className="font-semibold text-sm text-soft">{restaurant}</p>
        <h1 className="text-3xl">{title}</h1>
        <p className="text-soft">Sign in with your staff account.</p>
      </header>
      <SignInForm label="Username" missing="Please enter your username." action="Sign in" />
    </section>
  )
}
