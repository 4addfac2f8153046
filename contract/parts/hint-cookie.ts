/**
 * The cookie that tells a page at once, before any call, that somebody is probably signed in (FRAME-5). It proves
 * nothing and opens nothing; its value differs from session to session, so that a page deletes only that of a session
 * which it knows to have ended. In a file of its own because the browser reads it, and must not load the schemas.
 */
export const hintCookie = 'buka_signed_in'
