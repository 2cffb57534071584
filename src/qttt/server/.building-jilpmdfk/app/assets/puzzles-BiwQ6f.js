var e=`goff	3/7/1/2/9/5/68/68	1	winning-collapse narrow-win at-once	@8
goff	3/5/9/1/7/6/24/28/28	1	saving-collapse hold-the-draw at-once	@2
goff	6/4/5/39/7/2/8/13	1	only-move hold-the-draw close-the-loop	13
goff	1/4/5/69/37/37	1	winning-collapse complete-win	@7
goff	4/8/7/2/3/1/9/56/56	1	winning-collapse narrow-win at-once	@6
goff	37/79/17/25/29/15	1	winning-collapse narrow-win	@5
goff	37/45/59/47/69/39	1	winning-collapse complete-win	@3
goff	7/9/8/6/3/45/25	1	only-move complete-win close-the-loop	45
goff	2/35/6/9/8/4/1	1	only-move hold-the-draw close-the-loop	35
goff	4/1/8/7/9/5/23/26/36	1	saving-collapse hold-the-draw at-once	@3
goff	19/37/79/46/38/79	1	winning-collapse complete-win	@7
goff	37/13/19/57/68/28/56/68	1	winning-collapse complete-win at-once	@8
goff	9/3/8/4/5/1/27	1	only-move limit-the-loss close-the-loop	27
goff	9/7/3/6/1/45/24/24	1	winning-collapse narrow-win at-once	@4
goff	3/7/6/1/5/9/48	1	only-move limit-the-loss close-the-loop	48
goff	4/3/8/1/2/69/7/5/69	1	winning-collapse complete-win at-once	@6
goff	19/78/69/35/67/28/49/37/38	1	winning-collapse complete-win at-once	@8
goff	3/7/15/9/18/14/12/28	1	winning-collapse narrow-win at-once	@8
goff	9/3/1/4/7/5/26/28/68	1	saving-collapse hold-the-draw at-once	@6
goff	19/56/57/14/45/57	1	winning-collapse complete-win	@5
goff	37/13/56/14/39/17	1	winning-collapse narrow-win	@1
goff	56/45/9/3/27/18/48/78/67	1	saving-collapse hold-the-draw at-once	@7
goff	56/37/14/56	1	saving-collapse hold-the-draw	@6
goff	19/57/38/25/45/15/47	1	saving-collapse hold-the-draw	@4
goff	3/9/1/5/7/46/26/24	1	winning-collapse narrow-win at-once	@4
goff	1/3/7/4/9/8/6/25/25	1	saving-collapse hold-the-draw at-once	@2
goff	2/5/9/3/8/17/6/47/47	1	winning-collapse complete-win at-once	@4
goff	8/7/5/2/6/4/19	1	only-move hold-the-draw close-the-loop	19
goff	3/1/9/8/7/25/26/56	1	winning-collapse narrow-win at-once	@5
goff	37/34/59/25/78/14/56/48	1	winning-collapse double-win	@8
goff	28/56/49/17/68/35/37/49	1	winning-collapse complete-win	@4
goff	37/59/18/58/68/12/58	1	saving-collapse hold-the-draw	@8
goff	3/7/5/2/9/1/46/46	1	winning-collapse narrow-win at-once	@4
goff	23/17/79/15/46/36/39/19	1	saving-collapse hold-the-draw	@1
goff	37/5/6/1/89/23/78/37	1	winning-collapse complete-win at-once	@7
goff	1/3/7/8/5/9/46	1	only-move limit-the-loss close-the-loop	46
goff	19/59/35/45/46/39	1	winning-collapse complete-win	@9
goff	3/5/8/9/7/2/1/46/46	1	saving-collapse hold-the-draw at-once	@6
goff	37/57/17/23/59/59	1	winning-collapse narrow-win	@5
goff	7/5/9/3/1/4/68/28	1	only-move complete-win close-the-loop	68
goff	1/9/7/4/3/56/25	2	only-move limit-the-loss close-the-loop	56
goff	37/23/45/35/17/17	2	saving-collapse hold-the-draw deceptive	@7
goff	1/5/3/2/9/7/68	2	only-move limit-the-loss close-the-loop	68
goff	9/3/1/5/7/6/48/28	2	only-move double-win close-the-loop	48
goff	26/3/7/5/4/8/16	2	only-move limit-the-loss close-the-loop	12
goff	3/5/9/6/1/7	2	only-move narrow-win	24
goff	1/9/3/4/5/78/27	2	only-move limit-the-loss close-the-loop	78
goff	7/9/4/8/15/2/3	2	only-move limit-the-loss close-the-loop	15
goff	9/7/1/58/35/2/6	2	only-move limit-the-loss close-the-loop	58
goff	9/1/5/3/6/8/24	2	only-move limit-the-loss close-the-loop	24
goff	37/9/5/23/1/4/8/26	2	only-move complete-win close-the-loop	37
goff	46/17/49/49	2	winning-collapse complete-win	@9
goff	3/9/7/5/1/28/24	2	only-move limit-the-loss close-the-loop	28
goff	8/3/6/1/7/5	2	only-move narrow-win	29
goff	3/1/9/8/7/5/24/26	2	only-move hold-the-draw close-the-loop	24
goff	9/3/7/4/5/1	2	only-move narrow-win	28
goff	7/3/9/1/4/5/28	2	only-move limit-the-loss close-the-loop	28
goff	1/37/67/9/47/34	2	winning-collapse narrow-win deceptive	@3
goff	7/3/8/4/1/5/69	2	only-move limit-the-loss close-the-loop	69
goff	9/8/3/7/1/5/26	2	only-move limit-the-loss close-the-loop	26
goff	1/9/7/4/3/25	2	only-move complete-win close-the-loop	25
goff	9/3/7/5/4/1	2	only-move narrow-win	28
goff	2/9/7/3/68/5/1/46	2	only-move hold-the-draw close-the-loop	68
goff	25/1/35/8/9/6/7	2	only-move hold-the-draw close-the-loop	35
goff	37/1/9/2/35/6/45	2	only-move hold-the-draw close-the-loop	37
goff	7/1/6/5/9/3/48	2	only-move hold-the-draw	28
goff	1/3/7/4/9/5/68/26	2	only-move complete-win close-the-loop	68
goff	1/7/3/9/4/6	2	only-move narrow-win	28
goff	8/3/7/9/5/1	2	only-move narrow-win	26
goff	3/6/7/58/9/1/45	2	only-move hold-the-draw close-the-loop	58
goff	3/6/1/4/5/7/28	2	only-move limit-the-loss close-the-loop	28
goff	34/6/1/7/39/5/89	2	only-move complete-win close-the-loop	34
goff	3/9/7/25/45/8/1	2	only-move limit-the-loss close-the-loop	25
goff	6/3/1/2/7/49/48	2	only-move hold-the-draw close-the-loop	49
goff	7/9/4/3/6/1	2	only-move narrow-win	25
goff	27/39/58/59/59	2	winning-collapse narrow-win	@5
goff	5/1/7/3/2/68/89	2	only-move hold-the-draw close-the-loop	68
goff	9/7/2/4/1/56/35	2	only-move limit-the-loss close-the-loop	56
goff	1/5/3/27/26/8/9	2	only-move limit-the-loss close-the-loop	27
goff	1/2/7/9/3/5/46/48	2	only-move hold-the-draw close-the-loop	68
goff	9/1/3/2/5	3	only-move limit-the-loss deceptive	47
goff	5/7/14/9/38/48	3	only-move hold-the-draw close-the-loop	38
goff	3/1/9/8/7	3	only-move limit-the-loss	25
goff	28/1/7/5/39/89	3	only-move hold-the-draw close-the-loop	39
goff	7/5/1/9/24/3	3	only-move complete-win close-the-loop	24
goff	5/9/1/7/28/46	3	only-move complete-win close-the-loop	28
goff	1/5/7/3/9/26/48	3	only-move limit-the-loss close-the-loop	48
goff	3/48/1/2/5/7/69	3	only-move limit-the-loss close-the-loop	69
goff	9/7/2/4/1	3	only-move limit-the-loss deceptive	56
goff	19/4/18/7/16/5/38	3	only-move complete-win close-the-loop	36
goff	7/5/2/1/68/3/49	3	only-move hold-the-draw	89
goff	3/1/7/48/2/56/45	3	only-move hold-the-draw close-the-loop	56
goff	4/5/28/3/1/6/79	3	only-move limit-the-loss close-the-loop	79
goff	9/3/8/7/4/1	3	only-move limit-the-loss deceptive	56
goff	1/35/57/78/9/2/4	3	only-move limit-the-loss close-the-loop	35
goff	1/5/9/4/7/68	3	only-move limit-the-loss close-the-loop	68
goff	35/13/56/46/38/26/47	3	only-move complete-win close-the-loop	13
goff	9/5/3/8/1	3	only-move narrow-win deceptive	26
goff	1/3/7/9/8/46	3	only-move limit-the-loss close-the-loop	46
goff	3/9/7/68/1/2/45	3	only-move limit-the-loss close-the-loop	45
goff	3/19/69/48/7/5	3	only-move complete-win close-the-loop	69
goff	9/1/3/8/7/25/56/24	3	only-move double-win close-the-loop	56
goff	79/27/5/1/8/4	3	only-move complete-win close-the-loop	79
goff	38/2/1/9/46/5/7	3	only-move hold-the-draw deceptive	48
goff	8/6/9/5/1	3	only-move complete-win	47
goff	3/6/5/7/12/9	3	only-move complete-win close-the-loop	12
goff	1/9/47/3/5/8	3	only-move complete-win close-the-loop	47
goff	1/3/5/9/46	3	only-move hold-the-draw close-the-loop	46
goff	1/3/7/25/9/28	3	only-move complete-win close-the-loop	58
goff	1/9/8/4/7/36	3	only-move limit-the-loss close-the-loop	36
goff	4/3/5/1/7/26	3	only-move limit-the-loss close-the-loop	26
goff	26/1/4/7/3/89/28	3	only-move complete-win close-the-loop	89
goff	78/9/3/4/2/5/16	3	only-move limit-the-loss close-the-loop	16
goff	9/57/56/1/3/8/2	3	only-move limit-the-loss	46
goff	19/7/8/49/34/5/6	3	only-move limit-the-loss close-the-loop	13
goff	9/1/2/7/34/45	3	only-move hold-the-draw close-the-loop	34
goff	9/1/7/2/3/58	3	only-move complete-win close-the-loop deceptive	58
goff	8/5/24/3/7/9/14	3	only-move narrow-win deceptive	16
goff	9/1/5/24/78/27	3	only-move complete-win close-the-loop	78
goff	19/4/5/3/27/6/78/89	3	only-move complete-win close-the-loop	19
goff	19/35/45/49	4	only-move complete-win close-the-loop	19
goff	19/89/16/58/13/29	4	only-move narrow-win close-the-loop	12
goff	37/35/39/78/15/26/27	4	only-move complete-win close-the-loop	26
goff	37/6/5/1/48	4	only-move hold-the-draw close-the-loop	37
goff	7/25/59/3/14/15	4	only-move complete-win close-the-loop	14
goff	5/7/13/9/28	4	only-move hold-the-draw close-the-loop	28
goff	5/9/7/36	4	only-move hold-the-draw close-the-loop	36
goff	12/15/27/37/78	4	only-move complete-win close-the-loop	37
goff	37/59/13/27/19/46	4	only-move complete-win close-the-loop	25
goff	9/37/56/1/38/46	4	only-move narrow-win	47
goff	7/9/1/3/46	4	only-move limit-the-loss close-the-loop	46
goff	39/5/2/14/6	4	only-move hold-the-draw close-the-loop	39
goff	7/1/3/59	4	only-move narrow-win close-the-loop	59
goff	1/27/9/35/38/23	4	only-move complete-win close-the-loop	57
goff	19/79/39/24/25/36/15	4	only-move limit-the-loss close-the-loop	15
goff	37/15/39/35/25	4	only-move complete-win close-the-loop	29
goff	37/19/39/58/89	4	only-move complete-win close-the-loop	19
goff	37/35/25/36/19/39	4	only-move complete-win close-the-loop	37
goff	25/78/18/37/59/34/89	4	only-move limit-the-loss close-the-loop	15
goff	19/35/8/25/6/17/37	4	only-move hold-the-draw close-the-loop	59
goff	2/3/9/57	4	only-move hold-the-draw close-the-loop	57
goff	19/7/23/8/36	4	only-move narrow-win deceptive	39
goff	19/5/7/6/24	4	only-move hold-the-draw	14
goff	19/89/5/69/7/3	4	only-move complete-win close-the-loop	19
goff	13/2/47/5/89	4	only-move hold-the-draw	78
goff	9/2/6/3/1	4	only-move complete-win	58
goff	25/9/6/57/3/1	4	only-move limit-the-loss close-the-loop deceptive	25
goff	19/13/18/69/58	4	only-move complete-win close-the-loop	69
goff	19/13/7/8/4/16	4	only-move complete-win close-the-loop	19
goff	9/48/1/56/2/3	4	only-move complete-win	45
goff	1/2/57/3/9/68	4	only-move double-win	48
goff	37/13/78/57/69/45/59	4	only-move complete-win close-the-loop	69
goff	3/15/2/16/9/45	4	only-move hold-the-draw close-the-loop deceptive	46
goff	12/19/79/35/39	4	only-move complete-win close-the-loop	19
goff	3/29/7/6/49/5	4	only-move complete-win	28
goff	19/39/16/12/45	4	only-move complete-win close-the-loop	12
goff	68/57/38/89/46/35	4	only-move complete-win close-the-loop	59
goff	1/3/68/2/9	4	only-move complete-win deceptive	58
goff	2/8/37/1/5	4	only-move hold-the-draw close-the-loop	37
goff	37/57/79/49/16/69	4	only-move complete-win close-the-loop	45
goff	37/59/13/47/25	5	only-move limit-the-loss deceptive	36
goff	37/39/36	5	only-move complete-win deceptive	78
goff	38/25/26	5	only-move complete-win deceptive	46
goff	69/5/3	5	only-move hold-the-draw close-the-loop	69
goff	36/45	5	only-move narrow-win close-the-loop deceptive	36
goff	37/1/6/5/89	5	only-move limit-the-loss deceptive	23
goff	56/17/13	5	only-move hold-the-draw close-the-loop deceptive	17
goff	37/16	5	only-move complete-win close-the-loop deceptive	37
goff	13/25/37/46	5	only-move complete-win	45
goff	79	5	only-move hold-the-draw deceptive	58
goff	69/13/37	5	only-move hold-the-draw close-the-loop	13
goff	37/79/28	5	only-move complete-win deceptive	36
goff	37/57/39/45	5	only-move complete-win deceptive	56
goff	37/57/39/58/15	5	only-move limit-the-loss close-the-loop deceptive	13
goff	9/1/7/8	5	only-move complete-win deceptive	36
goff	36/57/25/89/17/23	5	only-move hold-the-draw close-the-loop	17
goff	37/12	5	only-move complete-win deceptive	89
goff	37/56/15/24/34/78	5	only-move complete-win close-the-loop	15
goff	17/45/36/18/34/23	5	only-move hold-the-draw close-the-loop deceptive	25
goff	37/59/13/28	5	only-move complete-win	25
goff	67/45/59/58/34/14/37	5	only-move hold-the-draw close-the-loop	36
goff	19/68/16/59/26/23	5	only-move limit-the-loss close-the-loop deceptive	35
goff	37/19/59	5	only-move hold-the-draw close-the-loop	37
goff	19/37/34/45	5	only-move narrow-win close-the-loop	57
goff	3/24/6/9	5	only-move complete-win deceptive	45
goff	37/15/59/78/56	5	only-move limit-the-loss deceptive	23
goff	19/59/79/78	5	only-move narrow-win deceptive	35
goff	19/37/23/56/46	5	only-move complete-win close-the-loop	37
goff	37/58	5	only-move complete-win deceptive	15
goff	19/59/12/69/37/23	5	only-move hold-the-draw	46
goff	19/35/57/18/79	5	only-move hold-the-draw close-the-loop	18
goff	8/34/5/2	5	only-move complete-win deceptive	79
goff	56/48/28/59/78/13/34	5	only-move complete-win close-the-loop	59
goff	37/39/47/58/15	5	only-move limit-the-loss deceptive	27
goff	9/35/57/1/28/47/38	5	only-move limit-the-loss close-the-loop	47
goff	29/15/19/35/78	5	only-move narrow-win	79
goff	37/19/23/59	5	only-move narrow-win close-the-loop	15
goff	48/1/7/3/2	5	only-move complete-win	69
goff	18/16	5	only-move complete-win deceptive	57
goff	37/57/15/59/24	5	only-move limit-the-loss deceptive	28
closer	79/5/3/8/1/4/6/29/29	1	winning-collapse complete-win at-once	@2
closer	9/8/2/5/3/1/7/46/46	1	winning-collapse complete-win at-once	@6
closer	3/5/8/2/7/9/1/46/46	1	winning-collapse complete-win at-once	@4
closer	7/9/6/5/4/8/13/13	1	winning-collapse complete-win at-once	@1
closer	3/2/8/5/1/6/9/47/47	1	saving-collapse hold-the-draw at-once	@4
closer	13/2/5/8/4/79/69/39/19	1	winning-collapse double-win at-once	@9
closer	9/4/6/3/5/27/28/12/18	1	winning-collapse complete-win at-once	@1
closer	58/58	1	saving-collapse hold-the-draw	@5
closer	7/9/4/36/5	2	only-move complete-win close-the-loop	36
closer	3/1/56/47/47	2	winning-collapse complete-win	@7
closer	14/14	2	saving-collapse hold-the-draw	@1
closer	9/5/7/6/28/14/3	2	only-move complete-win close-the-loop	14
closer	49/7/69/68/5/89	2	saving-collapse limit-the-loss at-once	@9
closer	8/59/3/1/6/2	2	only-move complete-win close-the-loop	59
closer	7/9/5/28/14/48/12	2	winning-collapse double-win	@2
closer	1/7/23/23	2	winning-collapse complete-win	@3
closer	9/7/6/4/1/5	3	only-move complete-win deceptive	28
closer	9/45/8/7/2/3	3	only-move complete-win close-the-loop	45
closer	6/9/1/7/58	3	only-move complete-win close-the-loop	58
closer	5/9/26/4/3/7/8	3	only-move hold-the-draw close-the-loop deceptive	26
closer	3/2/9/5/7/1	3	only-move complete-win deceptive	46
closer	1/7/5/2/8/6	3	only-move complete-win deceptive	34
closer	6/4/1/9/2/8/35	3	only-move hold-the-draw close-the-loop deceptive	35
closer	8/9/5/4/6/27	3	only-move complete-win close-the-loop	27
closer	39/6/1/5/7/28	4	only-move complete-win close-the-loop deceptive	28
closer	39/5/4/6/7/1	4	only-move complete-win close-the-loop	39
closer	5/6/3/7/29/18	4	only-move narrow-win close-the-loop	18
closer	1/9/4/5/36/28	4	only-move complete-win close-the-loop deceptive	28
closer	17/4/6/5/39/78	4	only-move complete-win close-the-loop	39
closer	3/78/1/9/6/5	4	only-move complete-win close-the-loop deceptive	78
closer	4/6/38/2/7	4	only-move limit-the-loss close-the-loop	38
closer	7/9/45/3/6	4	only-move hold-the-draw close-the-loop	45
closer	7/1/58/23	5	only-move complete-win close-the-loop	23
closer	13/5/8/2	5	only-move complete-win deceptive	79
closer	29	5	only-move limit-the-loss	35
closer	3/1	5	only-move complete-win deceptive	56
closer	1/4/7/35	5	only-move complete-win close-the-loop deceptive	35
closer	7/1/23	5	only-move hold-the-draw deceptive	56
closer	89	5	only-move hold-the-draw close-the-loop deceptive	89
closer	79/25/16	5	only-move limit-the-loss close-the-loop deceptive	25
qubic3	9/8/2/5/1/47/46/36	1	only-move best-odds close-the-loop	37
qubic3	1/6/5/7/4/9/28	1	only-move best-odds	38
qubic3	3/2/8/7/1/5/49	1	only-move best-odds	69
qubic3	9/3/2/4/17/5/6/78	1	only-move best-odds close-the-loop	17
qubic3	3/8/5/2/1/79	1	only-move best-odds close-the-loop	79
qubic3	7/4/1/5/9/3/68	1	only-move best-odds close-the-loop	68
qubic3	3/5/1/24/28/6/7/9	1	only-move best-odds close-the-loop	48
qubic3	48/39/5/6/34	1	only-move best-odds close-the-loop	39
qubic3	3/2/78/9/1/47/5	2	only-move best-odds close-the-loop	47
qubic3	3/1/9/7/5/6/24	2	only-move best-odds close-the-loop	24
qubic3	3/5/6/2/1	2	only-move best-odds	89
qubic3	3/8/9/15/2/6	2	only-move best-odds close-the-loop	15
qubic3	1/9/3/7/28/25	2	only-move best-odds close-the-loop	28
qubic3	9/5/7/12/6/3	2	only-move best-odds	28
qubic3	7/58/2/1/59/3/6	2	only-move best-odds close-the-loop	58
qubic3	78/15/3/45/6/9	2	only-move best-odds close-the-loop	15
qubic3	19/6/5/7/4	3	only-move best-odds close-the-loop	19
qubic3	1/2/9/5/38/7	3	only-move best-odds close-the-loop	38
qubic3	39/68/5/1/89/27	3	only-move best-odds	67
qubic3	39/46/5/2/1/7	3	only-move best-odds close-the-loop	39
qubic3	13/23/68/25/57/59/47	3	only-move best-odds close-the-loop	14
qubic3	1/26/7/45	3	only-move best-odds close-the-loop	45
qubic3	17/49/2/67/8/35	3	only-move best-odds close-the-loop	35
qubic3	3/4/1/2/58/7/69	3	only-move best-odds close-the-loop	69
qubic3	13/28/35/19/4/7/89	4	only-move best-odds	56
qubic3	9/7/3/6/14/25	4	only-move best-odds close-the-loop	25
qubic3	3/14/59/7	4	only-move best-odds close-the-loop	14
qubic3	9/1/7/8/23/36	4	only-move best-odds close-the-loop	23
qubic3	17/39/56/47/57/37	4	only-move best-odds close-the-loop	49
qubic3	5/9/68/28/27	4	only-move best-odds close-the-loop	67
qubic3	16/17/25/45/13	4	only-move best-odds close-the-loop	17
qubic3	1/4/7/3/69/59	4	only-move best-odds close-the-loop	69
qubic3	14/35/79	5	only-move best-odds	17
qubic3	79/18/16/35	5	only-move best-odds deceptive	58
qubic3	19/35/57/56	5	only-move best-odds close-the-loop deceptive	19
qubic3	67	5	only-move best-odds deceptive	17
qubic3	13/12/39/59/37/48	5	only-move best-odds close-the-loop deceptive	25
qubic3	3/69/1/2/5	5	only-move best-odds close-the-loop deceptive	69
qubic3	37/47/15/59/49/23/68	5	only-move best-odds close-the-loop	59
qubic3	19/56	5	only-move best-odds deceptive	45
classic3	6/9/1/5/3/8	1	only-move win at-once	2
classic3	3/5/2/1/9/6	1	only-move hold-the-draw	4
classic3	1/5/7/4/6/8	1	only-move hold-the-draw	2
classic3	5/3/8/2/1/9/4	1	only-move win at-once	6
classic3	2/5/7/4/6/9/1	1	only-move hold-the-draw	3
classic3	7/1/9/8/3/6	1	only-move win at-once	5
classic3	3/5/8/6	2	only-move hold-the-draw	4
classic3	1/5/2/3	2	only-move hold-the-draw	7
classic3	6/3/5/4/8	2	only-move hold-the-draw	2
classic3	3/5/7/2	2	only-move hold-the-draw	8
classic3	1/5/7/4	2	only-move hold-the-draw	6
classic3	3/5/6	3	only-move hold-the-draw	9
classic3	5/1/4	3	only-move hold-the-draw deceptive	6
classic3	3/1/9/6	3	only-move win	7
classic3	6/5/8/2	3	only-move win	9
classic3	5/1/8	3	only-move hold-the-draw	2
classic3	3	4	only-move hold-the-draw	5
classic3	8/7/6	4	only-move win	1
classic3	6/7	4	only-move win deceptive	9
classic3	8/1/3	4	only-move hold-the-draw deceptive	7
`;export{e as default};