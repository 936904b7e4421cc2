/** The secret of every product's account. */
export const secret = 'secret-of-ada'

/** A bearer token: how it is stored, and the header in which it arrives. */
export const bearer = { credential: { access_token: secret }, arrives: { authorization: `Bearer ${secret}` } }

/** A key in a header of its own. */
export const keyIn = (header: string) => ({
  credential: { access_token: secret },
  arrives: { [header.toLowerCase()]: secret },
})
