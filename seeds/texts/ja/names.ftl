# 名前のないプレイヤーの呼び方：番号、または退会済み
person-numbered = 乗客{ $passenger }
person-departed = 退会した乗客
