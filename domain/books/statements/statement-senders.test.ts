import { expect, test } from 'vitest'
import { senderIn } from './statement-senders.ts'

test.each([
  ['NIP/GTB/ADEBAYO FUNMILAYO/7Q4MKX', 'ADEBAYO FUNMILAYO'],
  ['MOB:NGOZI EZE/XF7KEN', 'NGOZI EZE'],
  ['USSD TRF *737* BÚKỌ́LÁ ADÉ 9K2MXA', 'BÚKỌ́LÁ ADÉ'],
  ['FT: AMINU ƁALA | KUDA | 2001234567', 'AMINU ƁALA'],
  ['Transfer from OLUWASEUN A. ADE - OPay - 803****567', 'OLUWASEUN A. ADE'],
  ['Inward transfer from Chidinma Okeke (Kuda MFB) - 7Q4MKX', 'Chidinma Okeke'],
  ['TRF/TUNDE BAKARE/FRM ACCESS BANK TO INA GRILL', 'TUNDE BAKARE'],
  ['NIP:FEMI ADE-OJO/7Q4MKX', 'FEMI ADE-OJO'],
  ['B/O NGOZI IWEALA IFO INA GRILL', 'NGOZI IWEALA'],
  ['100033261101142205001234567891/OBINNA NWOSU/7Q4MKX', 'OBINNA NWOSU'],
  ['POS TRF ZAINAB ALIYU 2044AB12', 'ZAINAB ALIYU'],
  ["WEB PYMT - PAT O'BRIEN - order 7Q4MKX", "PAT O'BRIEN"],
  ['VIREMENT REÇU DE KOUASSI YAO', 'KOUASSI YAO'],
  ['TRANSFER TO KUNLE ADE', ''],
  ['STAMP DUTY 7Q4MKX', 'STAMP DUTY'],
  ['7Q4MKX', ''],
])('MONEY-1: the sender in %s is %s', (narration, sender) => {
  expect(senderIn(narration)).toBe(sender)
})
