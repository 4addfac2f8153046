/**
 * The cookie that tells a page before any request that somebody is probably signed in (FRAME-5). It grants no access.
 * Its value differs for each session, so a page deletes only the cookie of a session that it knows has ended. In a
 * separate file, because browsers load it without the schemas.
 */
export const hintCookie = 'buka_signed_in'
