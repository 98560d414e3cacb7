// Keys that have the numbers of their curve in place of its name, as older programs write them.
const crypto = require('crypto');
const keys = {
  prime256v1: [`-----BEGIN EC PRIVATE KEY-----
MIIBaAIBAQQgjGiIwfV6X9/3iGli5iUtqCUVOkQ+LBfknvx6F6a4GJ6ggfowgfcC
AQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////
MFsEIP////8AAAABAAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57Pr
vVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEE
axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54W
K84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqtpxeehPO5ysL8
YyVRAgEBoUQDQgAEw65Inlo32yzMKCm5NflkjgizldBZT4j6aUNc91V/jzleb1V0
9ofsSKIymerasHHxic1ltHXRjxO4L8zx2q9z5Q==
-----END EC PRIVATE KEY-----`, `-----BEGIN PRIVATE KEY-----
MIIBeQIBADCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAAB
AAAAAAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA
///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMV
AMSdNgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg
9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8A
AAAA//////////+85vqtpxeehPO5ysL8YyVRAgEBBG0wawIBAQQgjGiIwfV6X9/3
iGli5iUtqCUVOkQ+LBfknvx6F6a4GJ6hRANCAATDrkieWjfbLMwoKbk1+WSOCLOV
0FlPiPppQ1z3VX+POV5vVXT2h+xIojKZ6tqwcfGJzWW0ddGPE7gvzPHar3Pl
-----END PRIVATE KEY-----`, `-----BEGIN PUBLIC KEY-----
MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAA
AAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA////
///////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd
NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA
//////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABMOuSJ5aN9sszCgpuTX5ZI4I
s5XQWU+I+mlDXPdVf485Xm9VdPaH7EiiMpnq2rBx8YnNZbR10Y8TuC/M8dqvc+U=
-----END PUBLIC KEY-----`],
  secp224r1: [`-----BEGIN EC PRIVATE KEY-----
MIIBRAIBAQQccqROkgNhCH0rOboYPAeCRIGRPEkFtkbGit+qiaCB4jCB3wIBATAo
BgcqhkjOPQEBAh0A/////////////////////wAAAAAAAAAAAAAAATBTBBz/////
///////////////+///////////////+BBy0BQqFDASzq/VBMlZQRLC317/YuicL
OUMjVf+0AxUAvXE0R5nVx/zcRbWfo7mrj2qUi8UEOQS3Dgy9a7S/fzITkLlKA8HT
VsIRIjQygNYRXB0hvTdjiLX3I/tMIt/mzUN1oFoHR2RE1YGZhQB+NAIdAP//////
////////////FqLguPA+E90pRVxcKj0CAQGhPAM6AARIa1ETGYL7Jz2ov/tUpp3B
8E0qRIefVDKGuHbhyQGnr/Dul11HOoD/tdihkQ7hq5f7kln0wAaY+w==
-----END EC PRIVATE KEY-----`, `-----BEGIN PRIVATE KEY-----
MIIBVAIBADCB6wYHKoZIzj0CATCB3wIBATAoBgcqhkjOPQEBAh0A////////////
/////////wAAAAAAAAAAAAAAATBTBBz////////////////////+////////////
///+BBy0BQqFDASzq/VBMlZQRLC317/YuicLOUMjVf+0AxUAvXE0R5nVx/zcRbWf
o7mrj2qUi8UEOQS3Dgy9a7S/fzITkLlKA8HTVsIRIjQygNYRXB0hvTdjiLX3I/tM
It/mzUN1oFoHR2RE1YGZhQB+NAIdAP//////////////////FqLguPA+E90pRVxc
Kj0CAQEEYTBfAgEBBBxypE6SA2EIfSs5uhg8B4JEgZE8SQW2RsaK36qJoTwDOgAE
SGtRExmC+yc9qL/7VKadwfBNKkSHn1Qyhrh24ckBp6/w7pddRzqA/7XYoZEO4auX
+5JZ9MAGmPs=
-----END PRIVATE KEY-----`, `-----BEGIN PUBLIC KEY-----
MIIBKjCB6wYHKoZIzj0CATCB3wIBATAoBgcqhkjOPQEBAh0A////////////////
/////wAAAAAAAAAAAAAAATBTBBz////////////////////+///////////////+
BBy0BQqFDASzq/VBMlZQRLC317/YuicLOUMjVf+0AxUAvXE0R5nVx/zcRbWfo7mr
j2qUi8UEOQS3Dgy9a7S/fzITkLlKA8HTVsIRIjQygNYRXB0hvTdjiLX3I/tMIt/m
zUN1oFoHR2RE1YGZhQB+NAIdAP//////////////////FqLguPA+E90pRVxcKj0C
AQEDOgAESGtRExmC+yc9qL/7VKadwfBNKkSHn1Qyhrh24ckBp6/w7pddRzqA/7XY
oZEO4auX+5JZ9MAGmPs=
-----END PUBLIC KEY-----`],
  secp256k1: [`-----BEGIN EC PRIVATE KEY-----
MIIBUQIBAQQgeaRtb44W898d9gJSC7XIG29kzn8f7aEtRRGVtN9U63+ggeMwgeAC
AQEwLAYHKoZIzj0BAQIhAP////////////////////////////////////7///wv
MEQEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABCAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAABwRBBHm+Zn753LusVaBilc6HCwcCm/zbLc4o
2VnygVsW+BeYSDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj/sQ1LgCIQD/////
///////////////+uq7c5q9IoDu/0l6M0DZBQQIBAaFEA0IABIQtKoUhzvf4DENU
29SBv/v+MJPzPYfuWrLZLr5Mk7YUC3oVt52/k3W5oNKiO1b1O/eh0JFgDdHTWSso
GrftcDc=
-----END EC PRIVATE KEY-----`, `-----BEGIN PRIVATE KEY-----
MIIBYQIBADCB7AYHKoZIzj0CATCB4AIBATAsBgcqhkjOPQEBAiEA////////////
/////////////////////////v///C8wRAQgAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHBEEE
eb5mfvncu6xVoGKVzocLBwKb/NstzijZWfKBWxb4F5hIOtp3JqPEZV2k+/wOEQio
/Re0SKaFVBmcR9CP+xDUuAIhAP////////////////////66rtzmr0igO7/SXozQ
NkFBAgEBBG0wawIBAQQgeaRtb44W898d9gJSC7XIG29kzn8f7aEtRRGVtN9U63+h
RANCAASELSqFIc73+AxDVNvUgb/7/jCT8z2H7lqy2S6+TJO2FAt6Fbedv5N1uaDS
ojtW9Tv3odCRYA3R01krKBq37XA3
-----END PRIVATE KEY-----`, `-----BEGIN PUBLIC KEY-----
MIIBMzCB7AYHKoZIzj0CATCB4AIBATAsBgcqhkjOPQEBAiEA////////////////
/////////////////////v///C8wRAQgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHBEEEeb5m
fvncu6xVoGKVzocLBwKb/NstzijZWfKBWxb4F5hIOtp3JqPEZV2k+/wOEQio/Re0
SKaFVBmcR9CP+xDUuAIhAP////////////////////66rtzmr0igO7/SXozQNkFB
AgEBA0IABIQtKoUhzvf4DENU29SBv/v+MJPzPYfuWrLZLr5Mk7YUC3oVt52/k3W5
oNKiO1b1O/eh0JFgDdHTWSsoGrftcDc=
-----END PUBLIC KEY-----`],
  secp384r1: [`-----BEGIN EC PRIVATE KEY-----
MIIB+gIBAQQw4lcqxzcXecPpSKe/snAR8eeBUuVv//O8nKdhqWTnrSmntTAoVMke
lHbCdw3CqKPDoIIBWzCCAVcCAQEwPAYHKoZIzj0BAQIxAP//////////////////
///////////////////////+/////wAAAAAAAAAA/////zB7BDD/////////////
/////////////////////////////v////8AAAAAAAAAAP////wEMLMxL6fiPufk
mI4Fa+P4LRkYHZxu/oFBEgMUCI9QE4daxlY5jYou0Z0qhcjt0+wq7wMVAKM1kmqj
GaJ6HQCJamdzpIJ6zaxzBGEEqofKIr6LBTeOscce8yCtdG4dO2KLp5uYWfdB4IJU
KjhVAvJdv1UpbDpUXjhydgq3NhfeSpYmLG9dnpi/kpLcKfj0Hb0omhR86doxE7Xw
uMAKYLHOHX6BnXpDHXyQ6g5fAjEA////////////////////////////////x2NN
gfQ3Ld9YGg2ySLCneuzsGWrMxSlzAgEBoWQDYgAEO8D44d50cJQu0U+EMuldE6SO
iMD1Khu+ZhEfSrElCCOOaqN+sAR85NjZUxmLrscBBTwAH1uTdXH7BliRWMhaCEd4
LYE/n019NzkIWOMSvlCOnpY6mG/ZRoyBZYkUF+XR
-----END EC PRIVATE KEY-----`, `-----BEGIN PRIVATE KEY-----
MIICDAIBADCCAWQGByqGSM49AgEwggFXAgEBMDwGByqGSM49AQECMQD/////////
/////////////////////////////////v////8AAAAAAAAAAP////8wewQw////
//////////////////////////////////////7/////AAAAAAAAAAD////8BDCz
MS+n4j7n5JiOBWvj+C0ZGB2cbv6BQRIDFAiPUBOHWsZWOY2KLtGdKoXI7dPsKu8D
FQCjNZJqoxmieh0AiWpnc6SCes2scwRhBKqHyiK+iwU3jrHHHvMgrXRuHTtii6eb
mFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtzYX3kqWJixvXZ6Yv5KS3Cn49B29KJoU
fOnaMRO18LjACmCxzh1+gZ16Qx18kOoOXwIxAP//////////////////////////
/////8djTYH0Ny3fWBoNskiwp3rs7BlqzMUpcwIBAQSBnjCBmwIBAQQw4lcqxzcX
ecPpSKe/snAR8eeBUuVv//O8nKdhqWTnrSmntTAoVMkelHbCdw3CqKPDoWQDYgAE
O8D44d50cJQu0U+EMuldE6SOiMD1Khu+ZhEfSrElCCOOaqN+sAR85NjZUxmLrscB
BTwAH1uTdXH7BliRWMhaCEd4LYE/n019NzkIWOMSvlCOnpY6mG/ZRoyBZYkUF+XR
-----END PRIVATE KEY-----`, `-----BEGIN PUBLIC KEY-----
MIIBzDCCAWQGByqGSM49AgEwggFXAgEBMDwGByqGSM49AQECMQD/////////////
/////////////////////////////v////8AAAAAAAAAAP////8wewQw////////
//////////////////////////////////7/////AAAAAAAAAAD////8BDCzMS+n
4j7n5JiOBWvj+C0ZGB2cbv6BQRIDFAiPUBOHWsZWOY2KLtGdKoXI7dPsKu8DFQCj
NZJqoxmieh0AiWpnc6SCes2scwRhBKqHyiK+iwU3jrHHHvMgrXRuHTtii6ebmFn3
QeCCVCo4VQLyXb9VKWw6VF44cnYKtzYX3kqWJixvXZ6Yv5KS3Cn49B29KJoUfOna
MRO18LjACmCxzh1+gZ16Qx18kOoOXwIxAP//////////////////////////////
/8djTYH0Ny3fWBoNskiwp3rs7BlqzMUpcwIBAQNiAAQ7wPjh3nRwlC7RT4Qy6V0T
pI6IwPUqG75mER9KsSUII45qo36wBHzk2NlTGYuuxwEFPAAfW5N1cfsGWJFYyFoI
R3gtgT+fTX03OQhY4xK+UI6eljqYb9lGjIFliRQX5dE=
-----END PUBLIC KEY-----`],
  secp521r1: [`-----BEGIN EC PRIVATE KEY-----
MIICngIBAQRCAJ/AzVXOTapPmvD2sOH/c1DBGWJcIcU9I5jI2+2AjBGzE32ZdD8c
/E6aSZm0R1faur0SOWl51Tp35JPrTuOeZm8coIIBxzCCAcMCAQEwTQYHKoZIzj0B
AQJCAf//////////////////////////////////////////////////////////
////////////////////////////MIGfBEIB////////////////////////////
//////////////////////////////////////////////////////////wEQgBR
lT65YY4cmh+SmiGgtoVA7qLacluZsxXzuLSJkY7xCeFWGTlR7H6TexZSwL07sb8H
NXPfiD0sNPHvRR/Ua1A/AAMVANCeiAApHLhTlsxnFzkyhKqg2mS6BIGFBADGhY4G
twQE6c2ePstmI5W0QpxkgTkFP7Uh+CivYGtNPbqhS1537+dZKP4dwSei/6jeM0iz
wYVqQpv5fn4xwuW9ZgEYOSlqeJo7wARcil+0LH0b2Zj1RElXm0RoF6+9Fyc+ZiyX
7nKZXvQmQMVQuQE/rQdhNTxwhqJywkCIvpR2n9FmUAJCAf//////////////////
////////////////////////+lGGh4O/L5Zrf8wBSPcJpdA7tcm4iZxHrrtvtx6R
OGQJAgEBoYGJA4GGAAQB+OELRK/woETvMr+yMstueaDyJbamUAuvY0Kc86bSpjG6
PgMhZHb5UF2Dbzc3sKS0ERz0pskDes48huaE4Ka+42gBJcKpxF/vi4mOu+2SjWFL
uxlAw4UMgJfEskEnLAPFr3SU5sZuf7a+BTPdS9CpJT6+KqjCQ3bYOOy2qq1fP7x4
LPw=
-----END EC PRIVATE KEY-----`, `-----BEGIN PRIVATE KEY-----
MIICsAIBADCCAdAGByqGSM49AgEwggHDAgEBME0GByqGSM49AQECQgH/////////
////////////////////////////////////////////////////////////////
/////////////zCBnwRCAf//////////////////////////////////////////
///////////////////////////////////////////8BEIAUZU+uWGOHJofkpoh
oLaFQO6i2nJbmbMV87i0iZGO8QnhVhk5Uex+k3sWUsC9O7G/BzVz34g9LDTx70Uf
1GtQPwADFQDQnogAKRy4U5bMZxc5MoSqoNpkugSBhQQAxoWOBrcEBOnNnj7LZiOV
tEKcZIE5BT+1Ifgor2BrTT26oUted+/nWSj+HcEnov+o3jNIs8GFakKb+X5+McLl
vWYBGDkpaniaO8AEXIpftCx9G9mY9URJV5tEaBevvRcnPmYsl+5ymV70JkDFULkB
P60HYTU8cIaicsJAiL6Udp/RZlACQgH/////////////////////////////////
//////////pRhoeDvy+Wa3/MAUj3CaXQO7XJuImcR667b7cekThkCQIBAQSB1jCB
0wIBAQRCAJ/AzVXOTapPmvD2sOH/c1DBGWJcIcU9I5jI2+2AjBGzE32ZdD8c/E6a
SZm0R1faur0SOWl51Tp35JPrTuOeZm8coYGJA4GGAAQB+OELRK/woETvMr+yMstu
eaDyJbamUAuvY0Kc86bSpjG6PgMhZHb5UF2Dbzc3sKS0ERz0pskDes48huaE4Ka+
42gBJcKpxF/vi4mOu+2SjWFLuxlAw4UMgJfEskEnLAPFr3SU5sZuf7a+BTPdS9Cp
JT6+KqjCQ3bYOOy2qq1fP7x4LPw=
-----END PRIVATE KEY-----`, `-----BEGIN PUBLIC KEY-----
MIICXTCCAdAGByqGSM49AgEwggHDAgEBME0GByqGSM49AQECQgH/////////////
////////////////////////////////////////////////////////////////
/////////zCBnwRCAf//////////////////////////////////////////////
///////////////////////////////////////8BEIAUZU+uWGOHJofkpohoLaF
QO6i2nJbmbMV87i0iZGO8QnhVhk5Uex+k3sWUsC9O7G/BzVz34g9LDTx70Uf1GtQ
PwADFQDQnogAKRy4U5bMZxc5MoSqoNpkugSBhQQAxoWOBrcEBOnNnj7LZiOVtEKc
ZIE5BT+1Ifgor2BrTT26oUted+/nWSj+HcEnov+o3jNIs8GFakKb+X5+McLlvWYB
GDkpaniaO8AEXIpftCx9G9mY9URJV5tEaBevvRcnPmYsl+5ymV70JkDFULkBP60H
YTU8cIaicsJAiL6Udp/RZlACQgH/////////////////////////////////////
//////pRhoeDvy+Wa3/MAUj3CaXQO7XJuImcR667b7cekThkCQIBAQOBhgAEAfjh
C0Sv8KBE7zK/sjLLbnmg8iW2plALr2NCnPOm0qYxuj4DIWR2+VBdg283N7CktBEc
9KbJA3rOPIbmhOCmvuNoASXCqcRf74uJjrvtko1hS7sZQMOFDICXxLJBJywDxa90
lObGbn+2vgUz3UvQqSU+viqowkN22DjstqqtXz+8eCz8
-----END PUBLIC KEY-----`],
};
for (const name of Object.keys(keys)) {
  const [old, pkcs8, spki] = keys[name], made = [crypto.createPrivateKey(old), crypto.createPrivateKey(pkcs8), crypto.createPublicKey(spki), crypto.createPublicKey(old)];
  for (const key of made) { console.log(name, key.type, key.asymmetricKeyType, key.asymmetricKeyDetails); }
  const signature = crypto.sign('sha256', Buffer.from('text'), made[0]);
  console.log(crypto.verify('sha256', Buffer.from('text'), made[2], signature), crypto.verify('sha256', Buffer.from('other'), spki, signature));
}
