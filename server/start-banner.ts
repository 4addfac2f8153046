import type { DemoSignIn, ensureOwner } from './auth/demo-staff.ts'

/** Prints the restaurant's address and its demo sign-ins in the terminal. */
export function welcome(
  address: string,
  name: string,
  {
    staff,
    owner,
    demoAccounts,
  }: {
    staff: readonly DemoSignIn[]
    owner: Awaited<ReturnType<typeof ensureOwner>>
    /** Names of active demo accounts, if other machines can reach the server. */
    demoAccounts: readonly string[]
  },
): void {
  const signIns = staff.map(
    ({ role, username, password }) => `    ${username.padEnd(10)} ${password.padEnd(24)} ${role}`,
  )
  const lines = [
    '',
    `  ${name} is open: ${address}`,
    ...(staff.length > 0
      ? [
          '',
          `  The desk: ${address}/desk, the kitchen: ${address}/kitchen, the riders: ${address}/rider, the office: ${address}/office`,
          '  Demo sign-ins:',
          ...signIns,
        ]
      : []),
    ...(owner
      ? [
          '',
          `  Set the owner's password within a day: ${address}, Log in, Forgot your password?`,
          `    Username: ${owner.username}`,
          `    Code: ${owner.code}`,
          `  The code works once and is not shown again; npm run owner ${owner.username} makes a password in its place. The office: ${address}/office`,
        ]
      : []),
    ...(demoAccounts.length > 0
      ? [
          '',
          `  Warning: others reach this server, and demo accounts can sign in to it: ${demoAccounts.join(', ')}.`,
          `  Give each another password or switch it off: ${address}/office/staff`,
        ]
      : []),
    '',
  ]
  console.log(lines.join('\n'))
}

/** Prints the address of the set-up, and the code of the owner created by this start. */
export function welcomeToSetup(address: string, owner: Awaited<ReturnType<typeof ensureOwner>>): void {
  const lines = owner
    ? [
        '  Set the restaurant up there within a day:',
        `    Code: ${owner.code}`,
        `  The code works once and is not shown again; npm run owner ${owner.username} makes a password in its place.`,
      ]
    : ['  It continues where it was left. If the code of the first start is lost: npm run owner owner']
  console.log(['', `  The set-up is open: ${address}/setup`, '', ...lines, ''].join('\n'))
}

/** Prints a line for each tenth of the pictures: a first start makes them while pages are already served. */
export function showProgress(done: number, of: number): void {
  if (done % Math.ceil(of / 10) === 0 || done === of) console.log(`  Pictures: ${done} of ${of} are ready.`)
}
