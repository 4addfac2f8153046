/**
 * The cookie that tells a page, before any request, that somebody is probably signed in (FRAME-5). It grants no access.
 * Its value differs for each session, so a page that learns of the end of one session leaves the cookie of another in
 * place. Browsers load this file without the schemas.
 */
export const hintCookie = 'buka_signed_in'
