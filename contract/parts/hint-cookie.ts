/**
 * The cookie that tells a page, before any request, that somebody is probably signed in (FRAME-5). It grants no access.
 * Each session has another value, so a page that learns of the end of an earlier session does not delete the cookie of
 * the current session. Browsers load this file without the schemas.
 */
export const hintCookie = 'buka_signed_in'
