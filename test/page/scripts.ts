/** Text that doesn't run from left to right in Latin letters. */
const arabic = 'أين استرداد أموالي؟ الطلب رقم A-123 مضى عليه 14 يومًا.';
const hebrew = 'היכן ההחזר שלי? ההזמנה A-123.';
const chinese =
  '退款通常在十四天内到账。请先确认订单编号，然后在“我的订单”中选择退款，系统会自动通知您处理的进度。'.repeat(
    4,
  );
const japanese = '返金は通常十四日以内に行われます。ご注文番号をご確認のうえ、お問い合わせください。';
const emoji = 'Done 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇯🇵 👍🏽 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301';

const everything = `# ${arabic}

${arabic} مع \`refund(order)\` في السطر و**كلمات قوية**.

- البند الأول: \`npm test\`
- البند الثاني
  1. أولاً
  2. ثانيًا

> ${hebrew}

| الخطة | الأيام |
|---|---|
| Basic | 14 |
| ${hebrew} | 30 |

\`\`\`python
# ${hebrew}
refund(order, note="${arabic}")
\`\`\`

An English paragraph, in which ${hebrew} stands.

${chinese}

${japanese} 한국어 문장도 있습니다. ภาษาไทยไม่มีช่องว่าง हिन्दी ${emoji}
`;

export const scripts = { arabic, hebrew, chinese, japanese, emoji, everything };
